import { careers, type Position } from "~/content/careers";
import { company } from "~/content/company";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Street } from "~/ui/drawings/street";
import { Figures } from "~/ui/site/figures";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Section } from "~/ui/layout/section";
import { Rows } from "~/ui/pieces/rows";

export const meta = () => pageMeta(careers.title, careers.lead);

function PositionCard({ title, department, location, type, experience, description }: Position) {
  const subject = encodeURIComponent(`Application: ${title}`);
  return (
    <li>
      <h3 className="text-xl">{title}</h3>
      <div>
        <p>{description}</p>
        <Rows
          look="facts"
          rows={[
            ["Department", department],
            ["Location", location],
            ["Type", type],
            ["Experience", experience],
          ]}
        />
        <p>
          <a
            href={`mailto:${company.careersEmail}?subject=${subject}`}
            className="btn btn-outline"
            aria-label={`${careers.apply}: ${title}`}
          >
            {careers.apply}
          </a>
        </p>
      </div>
    </li>
  );
}

/**
 * The careers page (§2). It carries no structured data of its jobs: search engines take those of one job from a page of its
 * own only, with the day until which it is open (docs/decisions/pages.md).
 */
export default function CareersPage() {
  return (
    <>
      <Hero title={careers.title} lead={careers.lead} picture={<Street houses={["permanent-staffing"]} />} />
      <Section title={careers.positionsTitle}>
        <ul className="rows">
          {careers.positions.map((position) => (
            <PositionCard key={position.title} {...position} />
          ))}
        </ul>
      </Section>
      <Section title={careers.benefitsTitle} ground="sand" isSplit>
        <Index items={careers.benefits} />
      </Section>
      <Section title={careers.cultureTitle} isSplit>
        <Figures items={careers.culture} />
      </Section>
      <ClosingPanel title={careers.contact.title} text={careers.contact.text}>
        <ButtonLink href={careers.contact.path}>{careers.contact.label}</ButtonLink>
      </ClosingPanel>
    </>
  );
}
