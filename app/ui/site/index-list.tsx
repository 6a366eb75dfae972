import type { IconName } from "~/lib/icon-names";
import { Icon } from "~/ui/pieces/icon";
import { Ticks } from "~/ui/forms/ticks";

export type IndexItem = {
  icon?: IconName;
  title: string;
  text: string;
  points?: readonly string[];
  /** A line that counts, such as "3,500+ placements". */
  count?: string;
  /** Makes the title a link. */
  path?: string;
};

/** Names under a rule, each with a line about it: to be run down with the eye, in as many columns as fit. */
export function Index({ items, isWide = false }: { items: readonly IndexItem[]; isWide?: boolean }) {
  return (
    <ul className={isWide ? "index index-wide" : "index"}>
      {items.map(({ icon, title, text, points, count, path }) => (
        <li key={title}>
          {icon && <Icon name={icon} />}
          <h3>{path ? <a href={path}>{title}</a> : title}</h3>
          <p>{text}</p>
          {count && <p className="count">{count}</p>}
          {points && <Ticks points={points} />}
        </li>
      ))}
    </ul>
  );
}
