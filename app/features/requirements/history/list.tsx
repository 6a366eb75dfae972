import { LocalDate } from "~/ui/pieces/local-date";
import { Pages } from "~/ui/layout/pages";
import type { HistoryEntry } from "./history";

type HistoryProps = {
  entries: readonly HistoryEntry[];
  locale: string;
  /** In which the page tells its times; the reader's own where it is missing. */
  zone?: string | undefined;
};

/** What happened to a requirement, the newest first. */
export function History({ entries, locale, zone }: HistoryProps) {
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
            <bdi>{who}</bdi>, <LocalDate value={at} locale={locale} hasTime zone={zone} />
          </p>
        </li>
      ))}
    </ol>
  );
}

type HistoryPageProps = HistoryProps & { path: string; next: string | null; isFirst: boolean };

/** A page of a history, with the ways to the others. */
export function HistoryPage({ entries, locale, zone, ...pages }: HistoryPageProps) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-6 text-xl">
        What happened
      </h2>
      {entries.length === 0 ? <p>Nothing before that.</p> : <History entries={entries} locale={locale} zone={zone} />}
      <Pages {...pages} />
    </section>
  );
}
