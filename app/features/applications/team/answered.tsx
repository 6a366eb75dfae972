import { soonWords, timeWords } from "~/lib/format/days";
import { oneLine } from "~/lib/format/text";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Moment } from "~/ui/pieces/moment";
import type { Applicants } from "./applicants.server";

/** Those of a list that are of one act, by what tells one from another, in their order. */
function acts<One>(people: readonly One[], actOf: (one: One) => string | undefined): [act: string, people: One[]][] {
  const found = new Map<string, One[]>();
  for (const one of people) {
    const act = actOf(one);
    if (act !== undefined) found.set(act, [...(found.get(act) ?? []), one]);
  }
  return [...found];
}

type UndoProps = {
  people: readonly { full_name: string; told_at?: string | undefined; mailed_at?: string | undefined }[];
  /** What was done with them. */
  did: string;
  /** What the form asks for. */
  intent: string;
};

/** What was done at once with some who have applied, as long as it can be undone. */
export function UndoForms({ people, did, intent }: UndoProps) {
  return acts(people, ({ told_at }) => told_at).map(([told, together]) => (
    <OwnedForm key={told} className="undo-answers several no-print">
      <input type="hidden" name="told" value={told} />
      <span>
        {together.length === 1 ? <bdi>{together[0]?.full_name}</bdi> : `${together.length} people`} {did}. Until{" "}
        {timeWords(told)} you can undo it; a mail tells them {soonWords(together[0]?.mailed_at ?? told)}.
      </span>
      <Button name="intent" value={intent} variant="outline" busyText="Saving...">
        Undo
      </Button>
    </OwnedForm>
  ));
}

/** What those are told who are not answered about themselves, since their job is over. */
const REASONS = {
  taken_down: "told that the company has closed the job",
  filled: "told that the job is filled",
  closed: "told that the job is closed",
} as const;

type TurnedDownProps = {
  applicants: Pick<Applicants, "turned_down" | "turned_down_count">;
  candidatePath: (candidate: string) => string;
};

/** Who was turned down: on which day, in which words, and by their names, each leading to their record. */
export function TurnedDown({ applicants: { turned_down, turned_down_count }, candidatePath }: TurnedDownProps) {
  const latest = turned_down.slice(0, MOST_AT_ONCE);
  const missing = turned_down_count - latest.length;
  return (
    <section aria-labelledby="turned-down" className="turned-down">
      <h3 id="turned-down" className="ruled">
        Turned down <span className="hint">{turned_down_count}</span>
      </h3>
      {acts(latest, ({ turned_down_at }) => turned_down_at).map(([at, people]) => {
        const [first] = people;
        return (
          <div key={at}>
            <p className="hint">
              <Moment value={at} />,{" "}
              {first?.words !== undefined ? (
                <>
                  told: “<bdi>{oneLine(first.words)}</bdi>”
                </>
              ) : first?.reason ? (
                REASONS[first.reason]
              ) : (
                "told in our standard words"
              )}
            </p>
            <p>
              {people.map(({ id, candidate_id, full_name }, place) => (
                <span key={id}>
                  {place > 0 && ", "}
                  <a href={candidatePath(candidate_id)}>
                    <bdi>{full_name}</bdi>
                  </a>
                </span>
              ))}
            </p>
          </div>
        );
      })}
      {missing > 0 && <p>And {missing} more before them.</p>}
    </section>
  );
}
