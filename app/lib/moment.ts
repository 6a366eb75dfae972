/**
 * How a moment is told: with the zone that its time is of. (`dateStyle` and `timeStyle` go with no zone.) The server and
 * the script of the page say it alike.
 */
export const MOMENT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;
