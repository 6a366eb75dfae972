import { z } from "zod";
import { today } from "~/lib/format/clock";
import { requiredDate, seenVersion } from "~/lib/schema/fields";

/** An advert is open for so many days at most. */
const MOST_DAYS = 60;
/** As many as a form offers. */
const USUAL_DAYS = 30;

/** The day so many days from now on, where the agency is. */
function dayIn(days: number): string {
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days that may be the last one, and the one that a form offers. */
export function lastDays() {
  return { first: dayIn(1), usual: dayIn(USUAL_DAYS), last: dayIn(MOST_DAYS) };
}

/** Opens an advert, until a day. */
export const openSchema = z.object({
  version: seenVersion,
  closes_on: requiredDate("Enter the last day, such as 2027-03-31").refine((day) => {
    const { first, last } = lastDays();
    return day >= first && day <= last;
  }, `Enter a last day from tomorrow on, within ${MOST_DAYS} days`),
});
