import type { DrawingName } from "~/lib/drawing-names";
import { details } from "./details";
import { industryDrawings } from "./industries";
import { serviceDrawings } from "./services";
import { PEN } from "./pen";

/** What is inside of each, on 96 by 64. */
export const SHAPES: Record<DrawingName, string> = { ...industryDrawings, ...serviceDrawings };

/** What a drawing has around it in a page's head. */
export function detailsOf(name: DrawingName): string {
  return details[name] ? `<path class="details" d="${details[name]}"/>` : "";
}

/**
 * A drawing beside words that say the same: hidden from those who hear the page. Its id is its name: from a list to the
 * page about it, it travels (styles/motion.css).
 *
 * @param isHead in a page's head, drawn at its size: with details, and on the ground that is the head's lower edge
 */
export function Drawing({ name, isHead = false }: { name: DrawingName; isHead?: boolean }) {
  return (
    <svg
      {...PEN}
      id={name}
      className={isHead ? "drawing head-drawing" : "drawing"}
      width="96"
      height={isHead ? 59 : 64}
      viewBox={isHead ? "0 0 96 59" : "0 0 96 64"}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: isHead ? detailsOf(name) + SHAPES[name] : SHAPES[name] }}
    />
  );
}
