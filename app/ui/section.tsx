import type { ReactNode } from "react";

type SectionProps = {
  title: string;
  lead?: string | undefined;
  /** Sets the section off from its neighbours. */
  tinted?: boolean;
  id?: string;
  children: ReactNode;
};

/** A heading's words as an id that a link can carry. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A part of a page under its own heading. */
export function Section({ title, lead, tinted, id, children }: SectionProps) {
  const headingId = `section-${slug(title)}`;
  return (
    <section id={id} className={tinted ? "section tinted" : "section"} aria-labelledby={headingId}>
      <div className="wrap">
        <h2 id={headingId}>{title}</h2>
        {lead && <p className="lead mt-3">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </section>
  );
}
