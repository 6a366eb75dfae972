import type { ReactNode } from "react";
import type { FieldErrors } from "~/lib/forms/form";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";

type WorkPageProps = {
  title: string;
  lead?: string | undefined;
  /** The document's title, of a page with a form, which says itself whether there are mistakes. */
  documentTitle?: string;
  /** The form as it came back; none before it was sent. */
  state?: { errors: FieldErrors } | undefined;
  /** Where the page was opened from. */
  back?: { label: string; path: string };
  /** How its content is laid out. */
  className?: string;
  children: ReactNode;
};

/** A page one works on: its heading, with what is wrong in its form before it, and its content. */
export function WorkPage({ documentTitle, state, back, className, children, ...heading }: WorkPageProps) {
  return (
    <div className="pb-16">
      {documentTitle !== undefined && <FormHead title={documentTitle} errors={state?.errors} />}
      <PageHeader {...heading} isWork>
        {back && (
          <p>
            <a href={back.path} className="alone">
              {back.label}
            </a>
          </p>
        )}
      </PageHeader>
      <div className={className === undefined ? "wrap" : `wrap ${className}`}>{children}</div>
    </div>
  );
}
