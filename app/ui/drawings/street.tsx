import type { DrawingName } from "~/lib/drawing-names";
import { detailsOf, SHAPES } from "./drawing";
import { PEN } from "./pen";

/**
 * Drawings as the houses of one street, which is the lower edge of a page's head. Without ids: one of them may be on the
 * page a second time, and then weighs next to nothing.
 *
 * @param houses those that stand on the ground (y = 58)
 */
export function Street({ houses }: { houses: readonly DrawingName[] }) {
  const end = houses.length * 96;
  const shapes = houses.map(
    (name, index) =>
      `<g transform="translate(${index * 96})">${houses.length === 1 ? detailsOf(name) : ""}${SHAPES[name]}</g>`,
  );
  return (
    <svg
      {...PEN}
      className={houses.length > 1 ? "drawing street street-long" : "drawing street"}
      width={end}
      height="59"
      viewBox={`0 0 ${end} 59`}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: `<path d="M4 58h${end - 8}"/>${shapes.join("")}` }}
    />
  );
}
