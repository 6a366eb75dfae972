import type { IconName } from "~/lib/icon-names";
import { Icon } from "./icon";
import { Ticks } from "./ticks";

export type Card = {
  icon: IconName;
  title: string;
  text: string;
  points?: readonly string[];
  /** A line that counts, such as "3,500+ placements". */
  count?: string;
  /** Makes the card's title a link. */
  path?: string;
};

/** How cards fill a row; five stand as three and two, so that none is left alone. */
function rowOf(cards: readonly Card[], isSmall: boolean): string {
  if (cards.length === 5) return "cards cards-five";
  return isSmall ? "cards cards-small" : "cards";
}

/** Cards that line up: as many in a row as fit. */
export function CardGrid({ cards, isSmall = false }: { cards: readonly Card[]; isSmall?: boolean }) {
  return (
    <ul className={rowOf(cards, isSmall)}>
      {cards.map(({ icon, title, text, points, count, path }) => (
        <li key={title} className="card">
          <Icon name={icon} />
          <h3>{path ? <a href={path}>{title}</a> : title}</h3>
          <p>{text}</p>
          {points && <Ticks points={points} />}
          {count && <p className="count">{count}</p>}
        </li>
      ))}
    </ul>
  );
}
