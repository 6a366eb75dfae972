import { PEN } from "~/ui/drawings/pen";

/** The lines that leave the one point: a meridian and two ways into the world, which together are a K. */
export const MARK_LINES =
  "M11 4.5C10 12 10 20 11 27.5M10.5 16C15.5 15.5 20 12.5 24 6.5M10.5 16C15.5 16.5 20 19.5 24 25.5";

/** The agency's mark beside its name, which says the same: a globe in the colour of its text, and one marigold point. */
export function Mark() {
  return (
    <svg {...PEN} className="mark-sign" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="13.75" />
      <path d={MARK_LINES} />
      <circle cx="10.6" cy="16" r="4.25" className="mark" />
    </svg>
  );
}
