import { careers, type Position } from "~/content/careers";
import { company, titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { CardGrid } from "~/ui/card-grid";
import { ClosingPanel } from "~/ui/closing-panel";
import { Figures } from "~/ui/figures";
import { Hero } from "~/ui/hero";
import { JsonLd } from "~/ui/json-ld";
import { Section } from "~/ui/section";

export function meta() {
  return pageMeta(titled(careers.title), careers.lead);
}

function PositionCard({ title, department, location, type, experience, description }: Position) {
  const subject = encodeURIComponent(`Application: ${title}`);
  return (
    <li className="card">
      <JsonLd
        data={{
          "@type": "JobPosting",
          title,
          description,
          datePosted: "2025-01-01",
          employmentType: "FULL_TIME",
          hiringOrganization: { "@type": "Organization", name: company.name },
          jobLocation: {
            "@type": "Place",
            address: { "@type": "PostalAddress", addressLocality: company.city, addressCountry: "IN" },
          },
        }}
      />
      <h3>{title}</h3>
      <p>{description}</p>
      <dl className="facts">
        {[
          ["Department", department],
          ["Location", location],
          ["Type", type],
          ["Experience", experience],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="count">
        <a
          href={`mailto:${company.careersEmail}?subject=${subject}`}
          className="btn"
          aria-label={`${careers.apply}: ${title}`}
        >
          {careers.apply}
        </a>
      </p>
    </li>
  );
}

/** The careers page (§2). */
export default function CareersPage() {
  return (
    <>
      <Hero title={careers.title} lead={careers.lead} />
      <Section title={careers.positionsTitle}>
        <ul className="cards">
          {careers.positions.map((position) => (
            <PositionCard key={position.title} {...position} />
          ))}
        </ul>
      </Section>
      <Section title={careers.benefitsTitle} tinted>
        <CardGrid cards={careers.benefits} isSmall />
      </Section>
      <Section title={careers.cultureTitle}>
        <Figures items={careers.culture} />
      </Section>
      <ClosingPanel title={careers.contact.title} text={careers.contact.text}>
        <ButtonLink href={careers.contact.path}>{careers.contact.label}</ButtonLink>
      </ClosingPanel>
    </>
  );
}
