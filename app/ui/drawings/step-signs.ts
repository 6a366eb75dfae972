import type { StepSign } from "~/lib/drawing-names";

/** What one does in a step, on 32 by 32 with the same pen. The mark is the applicant on the way from step to step. */
export const stepSigns: Record<StepSign, string> = {
  define: '<path d="M24 29H6V3h14l4 4v6M11 10h6M11 16h3M11 22h3"/><circle class="mark" cx="23" cy="20" r="4.5"/>',
  search: '<circle cx="14" cy="14" r="10"/><path d="m21.5 21.5 7 7"/><circle class="mark" cx="14" cy="14" r="4.5"/>',
  invite: '<path d="M3 7h26v19H3zM4 8l12 10L28 8"/><circle class="mark" cx="16" cy="20" r="4.5"/>',
  interview:
    '<path d="M3 4h26v19H3zM10 29h12M9.5 22.5a6.5 6.5 0 0 1 13 0"/><circle class="mark" cx="16" cy="11" r="4.5"/>',
  evaluate: '<path d="M3 28h26M8 27v-7M16 27V13M24 27v-9"/><circle class="mark" cx="16" cy="7" r="4.5"/>',
  shortlist:
    '<path d="M14 7h15M14 16h15M14 25h15"/><circle cx="6" cy="16" r="2.5"/><circle cx="6" cy="25" r="2.5"/><circle class="mark" cx="6" cy="7" r="4.5"/>',
  decide: '<path d="m24 12 2.5 2.5L31 9M4 29a10 10 0 0 1 20 0z"/><circle class="mark" cx="14" cy="11" r="4.5"/>',
  hire: '<path d="M3 29h26M7 29V3h18v26M10.5 28.5v-3a5.5 5.5 0 0 1 11 0v3"/><circle class="mark" cx="16" cy="13" r="4.5"/>',
};
