import type { Options } from "~/lib/schema/fields";

/** More than this the database does not count. */
const MOST_COUNTED = 999;

type GroupLinksProps = {
  groups: Options;
  /** How many rows each has. */
  counts: Record<string, number>;
  /** Does the list leave out some of those that are counted? Then nothing is said of how many. */
  isNarrowed?: boolean;
  /** The one that is shown alone. */
  current: string | undefined;
  pathTo: (group: string) => string;
};

/** How many rows each group of a list has that has any, each with the way to it alone: in a long list the last ones are pages away. */
export function GroupLinks({ groups, counts, isNarrowed = false, current, pathTo }: GroupLinksProps) {
  return (
    <nav className="groups no-print" aria-label="Groups">
      <ul>
        {groups.map(([group, label]) => {
          const count = counts[group] ?? 0;
          if (count === 0 && current !== group) return null;
          return (
            <li key={group}>
              <a href={pathTo(group)} aria-current={current === group ? "page" : undefined}>
                {label} {!isNarrowed && <strong>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</strong>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
