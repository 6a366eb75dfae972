import type { Enums } from "~/lib/backend/database.types";
import { Moment } from "~/ui/pieces/moment";
import type { CandidateCounts } from "./candidate-counts";

/** The steps from the question to the first day, as each side counts them: a company hears of nobody who was not shown. */
const STEPS = [
  ["asked", "Asked", "team"],
  ["agreed", "Agreed", "team"],
  ["shown", "Shown", "company"],
  ["interview", "Interview", "company"],
  ["offered", "Offered", "company"],
  ["joined", "Joined", "company"],
] as const;

type PipelineProps = { counts: CandidateCounts; positions: number; side: Enums<"side"> };

/** How many candidates are where, of how many positions, and since when the company's answer is waited for. */
export function PipelineNumbers({ counts, positions, side }: PipelineProps) {
  const steps = STEPS.filter(([, , from]) => side === "team" || from === "company");
  const who = side === "team" ? "the company's answer" : "your answer";
  return (
    <div>
      <dl className="facts">
        {steps.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{name === "joined" ? `${counts.joined} of ${positions}` : counts[name]}</dd>
          </div>
        ))}
      </dl>
      {counts.waiting_since && counts.answer_by && (
        <p className="hint mt-2">
          {counts.waiting === 1 ? "1 waits" : `${counts.waiting} wait`} for {who}, the first since{" "}
          <Moment value={counts.waiting_since} hasTime />; it is promised by <Moment value={counts.answer_by} hasTime />
          .
        </p>
      )}
    </div>
  );
}
