import type { Visitor } from "../../tests/support/http/visitor.ts";
import { quantile } from "./median.ts";

/** How often each request is made of both, after some to get warm, and how long that may go on, in milliseconds. */
const ROUNDS = 500;
const WARM_UP = 50;
const LONGEST = 10_000;
/** How much more the many may cost. */
const LIMIT = 1.5;

/** A request of a site, told apart by its round, with what undoes it. */
export type Trip<Place> = {
  ask: (place: Place, round: number) => Promise<{ status: number; body?: string }>;
  status?: number;
  undo?: (place: Place) => Promise<unknown>;
};

/** The same site twice, with little in it and with much. */
type Sizes<Place> = { few: Place; many: Place; names: readonly [few: string, many: string] };

/** What such a site runs with: the schedule sleeps, there is nothing but the heap, and its dates are none that the retention looks for. */
export const QUIET = { LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600", RETENTION_DAYS: "3650" };

/** One of a list, each after the other. */
export function each<Value>(values: readonly Value[], round: number): Value {
  return values[round % values.length]!;
}

/** Somebody opens a page. @param who their name at the place */
export function openPage<Who extends string, Place extends Record<Who, Visitor>>(
  who: Who,
  path: (place: Place, round: number) => string,
): Trip<Place> {
  return {
    async ask(place, round) {
      const response = await place[who].ask(path(place, round));
      return { status: response.status, body: await response.text() };
    },
  };
}

/** @returns milliseconds until all of the answer was there */
async function travel<Place>({ ask, status = 200, undo }: Trip<Place>, place: Place, round: number): Promise<number> {
  const started = performance.now();
  const answer = await ask(place, round);
  const time = performance.now() - started;
  if (answer.status !== status || answer.body?.includes("can&#x27;t be shown")) {
    throw new Error(`answered ${answer.status} instead of ${status}`);
  }
  await undo?.(place);
  return time;
}

/**
 * Both are asked again and again, one after the other, so that a machine's better and worse moments are both's.
 *
 * @returns the times of each, in milliseconds
 */
async function compare<Place>(trip: Trip<Place>, { few, many }: Sizes<Place>) {
  const times = { few: [] as number[], many: [] as number[] };
  const end = performance.now() + LONGEST;
  for (let round = -WARM_UP; round < ROUNDS && performance.now() < end; round += 1) {
    const took = [await travel(trip, few, round + WARM_UP), await travel(trip, many, round + WARM_UP)] as const;
    if (round < 0) continue;
    times.few.push(took[0]);
    times.many.push(took[1]);
  }
  return times;
}

/**
 * Each request with little in the site and with much, through the whole site and on the embedded Postgres: what a page costs
 * must not grow with what lies in the cellar. Closes both in the end.
 */
export async function compareSizes<Place extends { close: () => Promise<void> }>(
  trips: Record<string, Trip<Place>>,
  sizes: Sizes<Place>,
): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {};
  const ratio = (times: { few: number[]; many: number[] }, share: number) =>
    quantile(times.many, share) / quantile(times.few, share);
  for (const [name, trip] of Object.entries(trips)) {
    const times = await compare(trip, sizes);
    const { few, many } = times;
    const told = (times: number[], share: number) => Number(quantile(times, share).toFixed(1));
    rows[name] = {
      rounds: few.length,
      [`${sizes.names[0]}: p50 ms`]: told(few, 0.5),
      "p99 ms": told(few, 0.99),
      [`${sizes.names[1]}: p50 ms`]: told(many, 0.5),
      "p99 ms ": told(many, 0.99),
      "ratio of p50": Number(ratio(times, 0.5).toFixed(2)),
      "ratio of p99": Number(ratio(times, 0.99).toFixed(2)),
      [`at most ${LIMIT}`]: ratio(times, 0.99) <= LIMIT ? "yes" : "no",
    };
  }
  await sizes.few.close();
  await sizes.many.close();
  console.table(rows);
}
