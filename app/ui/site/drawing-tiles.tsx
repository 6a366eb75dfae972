import type { DrawingName } from "~/lib/drawing-names";
import { Drawing } from "~/ui/drawings/drawing";

type Tile = { drawing: DrawingName; title: string; text?: string; path: string };

/** Tiles that are picked up as a whole: a drawing and a name that leads there. On a phone, a row to push sideways. */
export function DrawingTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul className="tiles push">
      {tiles.map(({ drawing, title, text, path }) => (
        <li key={path} className="tile">
          <Drawing name={drawing} />
          <h3>
            <a href={path}>{title}</a>
          </h3>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  );
}
