import { candidatePath } from "~/features/candidates/team/finding/filters";
import type { Options } from "~/lib/schema/fields";
import { labelledControl } from "~/ui/forms/labelled";
import { SelectOptions } from "~/ui/forms/select-options";
import type { Import, ImportRow } from "./import.server";

/** What may become of a row. */
const choices: Options = [
  ["leave", "Leave out"],
  ["fill", "Fill in what is empty"],
  ["make", "Make a new record"],
];

/** By what somebody is known, in words. */
const WHY = { address: "Same mailbox", number: "Same number and name", name: "Same name and city" } as const;

/** What became of a row, in words. */
const OUTCOMES = { made: "Made", filled: "Filled in", left: "Left out", wrong: "Left out" } as const;

function Known({ row }: { row: ImportRow }) {
  const { known, known_by, is_hint, twin_place } = row;
  return (
    <>
      {known && (
        <p className={is_hint ? "hint" : undefined}>
          {is_hint || !known_by ? "Same number, another name" : WHY[known_by]}:{" "}
          <a href={candidatePath(known.id)}>
            <bdi>{known.full_name}</bdi>
          </a>{" "}
          <span className="hint">
            <bdi>{[known.headline, known.city].filter(Boolean).join(", ")}</bdi>
          </span>
        </p>
      )}
      {twin_place !== null && <p>The same person as row {twin_place}</p>}
    </>
  );
}

function Who({ row, head }: { row: ImportRow; head: readonly string[] }) {
  const { entries, candidate_id } = row;
  if (!entries) {
    // As it stands in the table: what is wrong is not known by its field.
    const cells = row.cells.map((cell, place) =>
      cell.trim() === "" ? "" : `${head[place]}: ${cell.trim().slice(0, 60)}`,
    );
    return <bdi>{cells.filter(Boolean).slice(0, 5).join(", ")}</bdi>;
  }
  const name = <bdi className="font-semibold">{entries.full_name}</bdi>;
  return (
    <>
      {candidate_id === null ? name : <a href={candidatePath(candidate_id)}>{name}</a>}{" "}
      <span className="hint">
        <bdi>{[entries.headline, entries.city, entries.email, entries.phone].filter(Boolean).join(", ")}</bdi>
      </span>
    </>
  );
}

type ImportRowsProps = { table: Pick<Import, "rows" | "head" | "done_at"> };

/** Rows of a table as they would be: whom they are, what was not understood, who is known; each with what becomes of it. */
export function ImportRows({ table: { rows, head, done_at } }: ImportRowsProps) {
  return (
    <ol className="lines">
      {rows.map((row) => (
        <li key={row.place} className="grid gap-1">
          <p>
            <span className="hint">{row.place}.</span> <Who row={row} head={head} />
          </p>
          {row.problems.length > 0 && <p className={row.entries ? "hint" : "late"}>{row.problems.join(". ")}</p>}
          <Known row={row} />
          {done_at !== null && row.outcome && <p className="hint">{OUTCOMES[row.outcome]}</p>}
          {done_at === null && row.entries && (row.known !== null || row.twin_place !== null) && (
            <p>
              <select
                {...labelledControl({ name: `row-${row.place}` })}
                aria-label={`What becomes of row ${row.place}`}
                defaultValue={row.choice ?? ""}
              >
                <option value="">
                  {row.is_hint && row.twin_place === null ? "A new record, as all" : "As all below"}
                </option>
                <SelectOptions options={choices} />
              </select>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
