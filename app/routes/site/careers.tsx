import { careers, type Position } from "~/content/careers";
import { company } from "~/content/company";
import { pageMeta } from "~/lib/http/meta";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Street } from "~/ui/drawings/street";
import { Figures } from "~/ui/site/figures";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Section } from "~/ui/layout/site/section";
import { MailLink } from "~/ui/pieces/reach";
import { Steps } from "~/ui/site/steps";

export const meta = () => pageMeta(careers.title, careers.lead);

function PositionRow({ title, department, location, type, experience, description }: Position) {
  const subject = encodeURIComponent(`Application: ${title}`);
  return (
    <tr>
      <td>
        <h3>{title}</h3>
        <details>
          <summary>{careers.detail}</summary>
          <p>{description}</p>
        </details>
      </td>
      <td>{department}</td>
      <td>{location}</td>
      <td>{type}</td>
      <td>{experience}</td>
      <td>
        <a
          href={`mailto:${company.careersEmail}?subject=${subject}`}
          className="btn btn-outline"
          aria-label={`${careers.apply}: ${title}`}
        >
          {careers.apply}
        </a>
      </td>
    </tr>
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
      <Section title={careers.positionsTitle} lead={careers.positionsLead}>
        <table className="table positions">
          <thead>
            <tr>
              {careers.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {careers.positions.map((position) => (
              <PositionRow key={position.title} {...position} />
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={careers.stepsTitle} ground="night">
        <p className="lead">
          {careers.address.text} <MailLink to={careers.address.email} />
        </p>
        <Steps steps={careers.steps} />
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
