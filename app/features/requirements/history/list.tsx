import { Part } from "~/ui/layout/part";
import { Moment } from "~/ui/pieces/moment";
import { Pages } from "~/ui/layout/pages";
import type { HistoryEntry } from "./history";

type HistoryProps = {
  entries: readonly HistoryEntry[];
};

/** What happened to a requirement, the newest first. */
export function History({ entries }: HistoryProps) {
  return (
    <ol className="timeline">
      {entries.map(({ id, at, who, said, changes }) => (
        <li key={id}>
          <p>{said}</p>
          {changes.length > 0 && (
            <ul className="changes">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
          <p className="hint">
            <bdi>{who}</bdi>, <Moment value={at} hasTime />
          </p>
        </li>
      ))}
    </ol>
  );
}

type HistoryPageProps = HistoryProps & { path: string; next: string | null; isFirst: boolean };

/** A page of a history, with the ways to the others. */
export function HistoryPage({ entries, ...pages }: HistoryPageProps) {
  return (
    <Part id="history" title="What happened" heading="mb-6 text-xl">
      {entries.length > 0 && <History entries={entries} />}
      <Pages {...pages} isEmpty={entries.length === 0} />
    </Part>
  );
}
