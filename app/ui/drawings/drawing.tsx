import type { DrawingName } from "~/lib/drawing-names";
import { industryDrawings } from "./industries";
import { serviceDrawings } from "./services";
import { PEN } from "./pen";

/** What is inside of each, on 96 by 64. */
export const SHAPES: Record<DrawingName, string> = { ...industryDrawings, ...serviceDrawings };

/**
 * A drawing beside words that say the same: hidden from those who hear the page. Its id is its name: from a list to the
 * page about it, it travels (styles/motion.css).
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      {...PEN}
      id={name}
      className="drawing"
      width="96"
      height="64"
      viewBox="0 0 96 64"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: SHAPES[name] }}
    />
  );
}
