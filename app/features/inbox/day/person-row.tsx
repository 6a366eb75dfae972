import { Button, ButtonLink } from "~/ui/forms/button";
import { Reach } from "~/ui/pieces/reach";
import type { Clock } from "~/lib/format/near-days";
import type { DayRow, DaySection } from "./day.server";
import { buttonOf } from "./day-acts";
import { isRowLate, verdictWords, whyWords } from "./why-words";

/** Where the pages of a day's rows are, which the route knows. */
export type DayPaths = {
  entry: (requirement: string, entry: string) => string;
  candidate: (candidate: string) => string;
};

/** For whom a row is there, who is away. */
export function Away({ holder }: { holder: string | undefined }) {
  return (
    holder && (
      <>
        {" (for "}
        <bdi>{holder}</bdi>
        {", away)"}
      </>
    )
  );
}

type RowProps = { row: DayRow; section: DaySection["name"]; place: number; clock: Clock; paths: DayPaths };

/** One person of a day: who, for which job, what was said, how they are reached, and what one press does. */
export function PersonRow({ row, section, place, clock, paths }: RowProps) {
  const { id, requirement, title, company, holder, person, answer } = row;
  if (!person) return null;
  const who = `${section}-${place}`;
  const path = requirement === undefined ? paths.candidate(person.id) : paths.entry(requirement, id);
  const button = buttonOf(row, section);
  const verdict = verdictWords(row);
  return (
    <li>
      <p>
        <a href={path} id={who}>
          <bdi>{person.name}</bdi>
        </a>{" "}
        <span className="hint">
          {title && <bdi>{title}</bdi>}
          {company && (
            <>
              {" at "}
              <bdi>{company}</bdi>
            </>
          )}
          <Away holder={holder} />
        </span>
      </p>
      <p>
        {verdict && <strong>{verdict}</strong>}
        {answer &&
          (answer.words === "" ? (
            ", "
          ) : (
            <>
              : “<bdi>{answer.words}</bdi>”,{" "}
            </>
          ))}
        {section !== "agreed" && section !== "calls" && person.next_words && (
          <>
            <bdi>{person.next_words}</bdi>,{" "}
          </>
        )}
        <span className={isRowLate(row, section, clock) ? "late" : "hint"}>{whyWords(row, section, clock)}</span>
      </p>
      <p className="reach">
        <Reach phone={person.phone} email={person.email} />
      </p>
      <div className="acts">
        {button && (
          <Button name={button.name} value={button.value} busyText="Saving..." variant="outline" aria-describedby={who}>
            {button.label}
          </Button>
        )}
        <ButtonLink href={path} variant="quiet">
          {section === "agreed" && !button ? "Check, then show" : "Note"}
          <span className="sr-only">: {person.name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
