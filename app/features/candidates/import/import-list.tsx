import { importPath } from "~/features/candidates/team/finding/filters";
import { Moment } from "~/ui/pieces/moment";
import type { ImportSummary } from "./import.server";

type ImportListProps = {
  imports: readonly ImportSummary[];
  names: Readonly<Record<string, string>>;
  /** Who is signed in. */
  userId: string;
};

/** How far an import is, in words. */
export function importState({ done_at, undone_at, counts }: ImportSummary): string {
  if (undone_at !== null) return "undone";
  if (done_at === null) return `${counts.all} rows, not imported yet`;
  return `${counts.made} made, ${counts.filled} filled in, ${counts.left} left out, ${counts.wrong} with mistakes`;
}

/** Imports, each a link to its page, where it is gone on with or undone. */
export function ImportList({ imports, names, userId }: ImportListProps) {
  return (
    <ul className="lines">
      {imports.map((each) => (
        <li key={each.id}>
          <a href={importPath(each.id)}>{each.source ?? "A table that is not finished"}</a>{" "}
          <span className="hint">
            <Moment value={each.created_at} hasTime />
            {each.owner !== userId && (
              <>
                , <bdi>{names[each.owner] ?? "a former colleague"}</bdi>
              </>
            )}
            : {importState(each)}
          </span>
        </li>
      ))}
    </ul>
  );
}
