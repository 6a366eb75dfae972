import type { ReactNode } from "react";
import { companyPath } from "~/content/navigation";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";

/** The page's title, and what stands under it (§2). */
export const FORM_TITLE = "Submit Job Requirement";
export const FORM_LEAD = "Tell us about your hiring needs";

/** What stands over the form for a job requirement. */
export function RequirementFormHeader() {
  return (
    <PageHeader title={FORM_TITLE} lead={FORM_LEAD} isWork>
      <p>
        <a href="/client-dashboard" className="alone">
          Back to Dashboard
        </a>
      </p>
    </PageHeader>
  );
}

/** In the place of the form: why there is none. */
export function NoForm({ children }: { children: ReactNode }) {
  return (
    <>
      <FormHead title={FORM_TITLE} errors={undefined} />
      <RequirementFormHeader />
      <div className="wrap">{children}</div>
    </>
  );
}

/** For whoever only reads. */
export function ViewersRead({ company }: { company: string | undefined }) {
  return (
    <div className="empty">
      <p>
        You are a viewer of <strong>{company}</strong>. Viewers read its requirements; members file and change them. To
        do that too, ask an owner to make you a member.
      </p>
      <p>
        <a href={companyPath}>See who the owners are</a>
      </p>
    </div>
  );
}
