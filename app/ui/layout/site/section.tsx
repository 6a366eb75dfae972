import type { ReactNode } from "react";

type SectionProps = {
  title: string;
  lead?: string | undefined;
  /** The ground it stands on: paper when none is named. One sand and one night band a page at most. */
  ground?: "sand" | "night";
  /** The heading at the left, the rest at the right, where there is room. */
  isSplit?: boolean;
  id?: string;
  /** What stands under the heading, beside the rest. */
  aside?: ReactNode;
  children: ReactNode;
};

const GROUNDS = { sand: "section band-sand", night: "section band-night" };

/** A heading's words as an id that a link can carry. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A part of a page under its own heading. */
export function Section({ title, lead, ground, isSplit = false, id, aside, children }: SectionProps) {
  const headingId = `section-${slug(title)}`;
  const head = (
    <>
      <h2 id={headingId}>{title}</h2>
      {lead && <p className="lead">{lead}</p>}
      {aside}
    </>
  );
  return (
    <section id={id} className={ground ? GROUNDS[ground] : "section"} aria-labelledby={headingId}>
      {isSplit ? (
        <div className="wrap split">
          <div>{head}</div>
          <div>{children}</div>
        </div>
      ) : (
        <div className="wrap">
          {head}
          {children}
        </div>
      )}
    </section>
  );
}
