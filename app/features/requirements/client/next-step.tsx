import { DueDay, Moment } from "~/ui/pieces/moment";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { statusOf } from "~/features/requirements/statuses";
import type { RequirementSummary } from "./dashboard.server";

type NextStepProps = {
  requirement: RequirementSummary;
  /** The moment the page was made, as ISO 8601. */
  now: string;
};

/** What becomes of one that is open: the company's own turn comes first, then the team's. */
function Open({ requirement: { id, candidates, answer_by }, now }: NextStepProps) {
  if (candidates !== null && candidates.waiting > 0) {
    return (
      <a href={requirementPathFor("company", id, "candidates")}>
        <strong>
          You answer {candidates.waiting}
          {candidates.answer_by !== null && (
            <>
              , by <DueDay value={candidates.answer_by} />
            </>
          )}
        </strong>
      </a>
    );
  }
  if (answer_by === null) return "We search";
  return (
    <>
      {answer_by < now ? "We are late. We promised an answer by " : "We answer by "}
      <Moment value={answer_by} />
    </>
  );
}

/** What comes next of a requirement in a company's list: whose turn it is and until when, or what became of it. */
export function NextStep({ requirement, now }: NextStepProps) {
  const { status, closed_reason, joining_date } = requirement;
  if (statusOf(status).isOpen) return <Open requirement={requirement} now={now} />;
  if (closed_reason !== null) return <bdi className="reason">{closed_reason}</bdi>;
  if (joining_date === null) return null;
  return (
    <>
      Begins <Moment value={joining_date} />
    </>
  );
}
