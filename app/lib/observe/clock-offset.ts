/** Beyond so many seconds a clock is wrong: sessions that were just given count as over, or as of the future. */
export const MOST_CLOCK_OFFSET = 60;

/**
 * How far this clock is ahead of the backend's, in whole seconds, by the `Date` of an answer (RFC 9110, 6.6.1), which may
 * have stood in a cache for its `Age`.
 *
 * @returns undefined for an answer without a date
 */
export function clockOffset({ headers }: Response): number | undefined {
  const sent = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(sent)) return undefined;
  return Math.round((Date.now() - sent) / 1000) - Number(headers.get("Age") ?? 0);
}
