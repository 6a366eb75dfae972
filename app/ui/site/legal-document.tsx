import type { ReactNode } from "react";
import { PageHeader } from "~/ui/layout/page-header";

type LegalDocumentProps = {
  title: string;
  updated: { text: string; date: string };
  lead: string;
  sections: readonly { title: string; paragraphs: readonly string[]; points?: readonly string[] }[];
  contact: { text: string; email: string };
  /** What stands below the sections, and has its own date. */
  children?: ReactNode;
};

/** A text to read: its sections numbered, so that they can be cited. */
export function LegalDocument({ title, updated, lead, sections, contact, children }: LegalDocumentProps) {
  return (
    <>
      <PageHeader title={title} lead={lead}>
        <p className="mt-4">
          Last updated <time dateTime={updated.date}>{updated.text}</time>
        </p>
      </PageHeader>
      <div className="wrap section prose">
        {sections.map(({ title: heading, paragraphs, points }, index) => (
          <section key={heading} className="prose">
            <h2>
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points && (
              <ul className="list">
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {children}
        <p>
          {contact.text}: <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      </div>
    </>
  );
}
