import { numberWords } from "~/lib/format/number-format";
import { spaced } from "~/lib/format/text";
import { Part } from "~/ui/layout/part";
import { Moment } from "~/ui/pieces/moment";
import { Unread } from "~/ui/pieces/unread";
import { pipelineWords } from "~/features/requirements/frame/candidate-counts";
import { RecruiterLine } from "~/features/requirements/frame/recruiter";
import { RequirementBadges } from "~/features/requirements/frame/requirement-badges";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import type { RequirementSummary, RequirementTotals } from "./dashboard.server";
import { NextStep } from "./next-step";
import { ColumnHeads } from "~/ui/pieces/column-heads";

/** The dashboard's three figures (§2). */
export function RequirementTotalsLine({ totals, locale }: { totals: RequirementTotals; locale: string }) {
  const figures = [
    ["Total Requirements", totals.total],
    ["Active Requirements", totals.active],
    ["Total Positions", totals.positions],
  ] as const;
  return (
    <dl className="totals">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{numberWords(value, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}

type RowProps = { requirement: RequirementSummary; locale: string; now: string };

function Row({ requirement, locale, now }: RowProps) {
  const { id, job_title, job_type, location, status, priority, positions_count, positions_filled, advertised_until } =
    requirement;
  const pipeline = requirement.candidates && pipelineWords(requirement.candidates);
  return (
    <tr>
      <th scope="row" className="what">
        <a href={requirementPathFor("company", id)}>
          <bdi>{job_title}</bdi>
        </a>{" "}
        <Unread count={requirement.unread} path={requirementPathFor("company", id, "messages")} />{" "}
        <span className="hint">
          {spaced(job_type)}, <bdi>{location}</bdi>
        </span>
      </th>
      <td className="state">
        <RequirementBadges status={status} priority={priority} />
      </td>
      <td data-head="Filled">
        {numberWords(positions_filled, locale)} of {numberWords(positions_count, locale)}{" "}
        {pipeline && (
          <a className="pipeline-link" href={requirementPathFor("company", id, "candidates")}>
            {pipeline}
          </a>
        )}
      </td>
      <td data-head="Next">
        <NextStep requirement={requirement} now={now} />{" "}
        {advertised_until && (
          <a className="pipeline-link" href={requirementPathFor("company", id, "advert")}>
            On our site until <Moment value={advertised_until} />
          </a>
        )}
      </td>
      <td data-head="Since">
        <Moment value={requirement.created_at} locale={locale} />
      </td>
    </tr>
  );
}

type ListProps = { requirements: RequirementSummary[]; locale: string; now: string };

/** The list of requirements, newest first (§2, §4): a line each. On a phone a row becomes a few lines. */
export function RequirementList({ requirements, locale, now }: ListProps) {
  if (requirements.length === 0) return null;
  return (
    <table className="inbox requirements own" aria-label="Job Requirements">
      <thead>
        <tr>
          <ColumnHeads labels={["What and where", "Status", "Filled", "Next", "Since"]} />
        </tr>
      </thead>
      <tbody>
        {requirements.map((requirement) => (
          <Row key={requirement.id} requirement={requirement} locale={locale} now={now} />
        ))}
      </tbody>
    </table>
  );
}

/** Who of the team looks after what the list shows, and how to reach them. */
export function RecruiterList({ requirements }: Pick<ListProps, "requirements">) {
  const recruiters = new Map(
    requirements.flatMap(({ recruiter }) => (recruiter ? [[JSON.stringify(recruiter), recruiter] as const] : [])),
  );
  if (recruiters.size === 0) return null;
  return (
    <Part id="recruiters" title={recruiters.size === 1 ? "Your recruiter" : "Your recruiters"} heading="ruled">
      <ul className="grid gap-2">
        {[...recruiters].map(([key, recruiter]) => (
          <li key={key}>
            <RecruiterLine recruiter={recruiter} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
