import { readDate } from "./dates";
import { cleanText, latinDigits } from "~/lib/format/text";
import { toLocalTime } from "~/lib/format/zoned-time";

/**
 * The moment that a date and time mean in a zone; where a clock is put forward, the one an hour later.
 *
 * @returns undefined for what is no date and time, or none between 1900 and 2999
 */
export function fromLocalTime(text: string, zone: string): Date | undefined {
  const [, day = "", time = ""] = /^(.+?)(?:T|,? )(\d\d:\d\d)(?::\d\d)?$/.exec(latinDigits(cleanText(text))) ?? [];
  const asUtc = new Date(`${readDate(day)}T${time}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  const offset = (moment: Date) => Date.parse(`${toLocalTime(moment, zone)}Z`) - moment.getTime();
  const guess = new Date(asUtc.getTime() - offset(asUtc));
  return new Date(asUtc.getTime() - offset(guess));
}
