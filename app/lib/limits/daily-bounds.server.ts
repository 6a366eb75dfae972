import { setRetryAfter, type Context } from "~/lib/http/context";
import type { Failure } from "~/lib/result";

/** A day of UTC, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** The seconds until the next day of UTC, at least one. @param now in milliseconds */
export function secondsToTomorrow(now: number): number {
  return Math.ceil((DAY - (now % DAY)) / 1000);
}

/** Tells a program to come back tomorrow after what the database takes only so often in a day, as its words tell a person. */
export function tellTomorrow(context: Context, { status, message }: Failure): void {
  if (status !== 429 || !message.startsWith("too_many")) return;
  setRetryAfter(context, secondsToTomorrow(Date.now()));
}
