import type { Filters } from "./filters";
import { pathOf } from "./filters";
import { groups } from "./lines";

/** More than this the database does not count. */
const MOST_COUNTED = 999;

/**
 * How many lines each group has that has any, each with the way to it alone: in a long list the last ones are pages away.
 *
 * @param counts undefined where that is not counted
 */
export function GroupLinks({ counts, filters }: { counts: Record<string, number> | undefined; filters: Filters }) {
  return (
    <nav className="groups no-print" aria-label="Groups">
      <ul>
        {groups.map(([group, label]) => {
          const count = counts && (counts[group] ?? 0);
          if (count === 0 && filters.group !== group) return null;
          return (
            <li key={group}>
              <a href={pathOf({ group })} aria-current={filters.group === group ? "page" : undefined}>
                {label} {count !== undefined && <strong>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</strong>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
