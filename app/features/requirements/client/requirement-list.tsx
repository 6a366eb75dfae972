import { numberWords } from "~/lib/format/number-format";
import { spaced } from "~/lib/format/text";
import { Moment } from "~/ui/pieces/moment";
import { Unread } from "~/ui/pieces/unread";
import { Rows } from "~/ui/pieces/rows";
import { pipelineWords } from "~/features/requirements/candidate-counts";
import { positionsWords } from "~/features/requirements/positions";
import { RecruiterLine } from "~/features/requirements/recruiter";
import { RequirementBadges } from "~/features/requirements/requirement-badges";
import { requirementPathFor } from "~/features/requirements/requirement-frame";
import type { RequirementSummary, RequirementTotals } from "./dashboard.server";

/** The dashboard's three figures (§2). */
export function RequirementTotalsCards({ totals, locale }: { totals: RequirementTotals; locale: string }) {
  const cards = [
    ["Total Requirements", totals.total],
    ["Active Requirements", totals.active],
    ["Total Positions", totals.positions],
  ] as const;
  return (
    <dl className="totals">
      {cards.map(([label, value]) => (
        <div key={label}>
          <dt className="hint">{label}</dt>
          <dd className="figure">{numberWords(value, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How far candidates for a requirement are, and about how many an answer is waited for. */
function CandidatesLink({ id, candidates }: Pick<RequirementSummary, "id" | "candidates">) {
  if (candidates === null || candidates.asked === 0) return null;
  const { waiting } = candidates;
  return (
    <p>
      <a href={requirementPathFor("company", id, "candidates")}>
        Candidates: {pipelineWords(candidates)}
        {waiting > 0 && <strong>, {waiting} to answer</strong>}
      </a>
    </p>
  );
}

/** The list of requirements, newest first (§2, §4). */
export function RequirementList({ requirements, locale }: { requirements: RequirementSummary[]; locale: string }) {
  return (
    <ul className="records own">
      {requirements.map((requirement) => (
        <li key={requirement.id}>
          <div className="grid gap-2">
            <div className="titled">
              <h3>
                <a href={requirementPathFor("company", requirement.id)}>
                  <bdi>{requirement.job_title}</bdi>
                </a>
              </h3>{" "}
              <Unread count={requirement.unread} path={requirementPathFor("company", requirement.id, "messages")} />
            </div>
            <RequirementBadges status={requirement.status} priority={requirement.priority} />
            <CandidatesLink {...requirement} />
            {requirement.closed_reason !== null && <p>Reason: {requirement.closed_reason}</p>}
            {requirement.recruiter && (
              <p className="hint">
                Your recruiter: <RecruiterLine recruiter={requirement.recruiter} />
              </p>
            )}
          </div>
          <Rows
            look="facts"
            rows={[
              ["Type", spaced(requirement.job_type)],
              ["Location", requirement.location],
              ["Positions", positionsWords(requirement, locale)],
              ["Created", <Moment key="created" value={requirement.created_at} locale={locale} />],
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
