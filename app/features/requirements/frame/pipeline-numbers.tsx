import type { Enums } from "~/lib/backend/database.types";
import { DueDay, Moment } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import type { CandidateCounts } from "./candidate-counts";

/** The steps from the question whether somebody may be shown to the first day. */
const STEPS = [
  ["asked", "Asked"],
  ["agreed", "Agreed"],
  ["shown", "Shown"],
  ["interview", "Interview"],
  ["offered", "Offered"],
  ["joined", "Joined"],
] as const;

type PipelineProps = { counts: CandidateCounts; positions: number; side: Enums<"side"> };

/** How many candidates are where, of how many positions, and since when the company's answer is waited for. */
export function PipelineNumbers({ counts, positions, side }: PipelineProps) {
  const [whose, until] = side === "team" ? ["the company's", "it is due by"] : ["your", "please answer by"];
  return (
    <div>
      <Rows
        look="facts"
        rows={[
          ...(counts.applied ? [["Applied", counts.applied] as const] : []),
          ...STEPS.map(
            ([name, label]) => [label, name === "joined" ? `${counts.joined} of ${positions}` : counts[name]] as const,
          ),
        ]}
      />
      {counts.waiting_since && counts.answer_by && (
        <p className="hint mt-2">
          {counts.waiting === 1 ? "1 waits" : `${counts.waiting} wait`} for {whose} answer
          {counts.waiting > 1 && ", the first"} since <Moment value={counts.waiting_since} hasTime />; {until}{" "}
          <DueDay value={counts.answer_by} />.
        </p>
      )}
    </div>
  );
}
