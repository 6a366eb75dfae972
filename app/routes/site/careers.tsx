import { data } from "react-router";
import type { Route } from "./+types/careers";
import { careers, type Position } from "~/content/careers";
import { company } from "~/content/company";
import { jobPath } from "~/features/adverts/job/words";
import { findJobsOf } from "~/features/adverts/jobs.server";
import { CACHING } from "~/lib/http/caching";
import { pageMeta } from "~/lib/http/meta";
import { logFailure } from "~/lib/observe/log.server";
import { ButtonLink } from "~/ui/forms/button";
import { ClosingPanel } from "~/ui/site/closing-panel";
import { Street } from "~/ui/drawings/street";
import { Figures } from "~/ui/site/figures";
import { Hero } from "~/ui/site/hero";
import { Index } from "~/ui/site/index-list";
import { Section } from "~/ui/layout/site/section";
import { MailLink } from "~/ui/pieces/reach";
import { Steps } from "~/ui/site/steps";
import { ColumnHeads } from "~/ui/pieces/column-heads";

export const handle = { isMadeAnew: true };

export const meta = () => pageMeta(careers.title, careers.lead);

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Which positions have an advert of our own, by their titles. While nobody can tell, one applies by mail. */
export async function loader({ context }: Route.LoaderArgs) {
  const jobs = await findJobsOf(company.name);
  if (!jobs.ok) logFailure(context, jobs, "own adverts not found");
  const adverts = jobs.ok ? jobs.value.map((job) => [job.title.toLowerCase(), jobPath(job)] as const) : [];
  return data({ adverts: Object.fromEntries(adverts) }, { headers: { "Cache-Control": CACHING.fresh } });
}

type PositionRowProps = Position & {
  /** Where one applies for it; by mail where it has no advert. */
  advert: string | undefined;
};

function PositionRow({ title, department, location, type, experience, description, advert }: PositionRowProps) {
  const mail = `mailto:${company.careersEmail}?subject=${encodeURIComponent(`Application: ${title}`)}`;
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
        <a href={advert ?? mail} className="btn btn-outline" aria-label={`${careers.apply}: ${title}`}>
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
export default function CareersPage({ loaderData: { adverts } }: Route.ComponentProps) {
  return (
    <>
      <Hero title={careers.title} lead={careers.lead} picture={<Street houses={["permanent-staffing"]} />} />
      <Section title={careers.positionsTitle} lead={careers.positionsLead}>
        <table className="table positions">
          <thead>
            <tr>
              <ColumnHeads labels={careers.columns} />
              <td />
            </tr>
          </thead>
          <tbody>
            {careers.positions.map((position) => (
              <PositionRow key={position.title} {...position} advert={adverts[position.title.toLowerCase()]} />
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
        <ButtonLink href={careers.jobs.path} variant="outline">
          {careers.jobs.label}
        </ButtonLink>
      </ClosingPanel>
    </>
  );
}
