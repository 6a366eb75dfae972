import { median, quantile } from "./median.ts";

/** Two sizes are asked in turns, as a machine has better and worse moments: how many, after one to get warm. */
const TURNS = 7;
/** How often a request is made in a turn, and how long that may go on, in milliseconds. */
const ROUNDS = 100;
const LONGEST = 2_000;
/** How much more the many may cost. */
const LIMIT = 1.5;

/** A request of a site, told apart by its round, with what undoes it. */
export type Trip<Place> = {
  ask: (place: Place, round: number) => Promise<{ status: number; body?: string }>;
  status?: number;
  undo?: (place: Place) => Promise<unknown>;
};

/** The same site twice, with little in it and with much. */
export type Sizes<Place> = { few: Place; many: Place; names: readonly [few: string, many: string] };

/** One of a list, each after the other. */
export function each<Value>(values: readonly Value[], round: number): Value {
  return values[round % values.length]!;
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

/** One turn: both are asked again and again, one after the other. @returns the times of each, in milliseconds */
async function takeTurn<Place>(trip: Trip<Place>, { few, many }: Sizes<Place>, turn: number) {
  const times = { few: [] as number[], many: [] as number[] };
  const end = performance.now() + LONGEST;
  for (let round = turn * ROUNDS; round < (turn + 1) * ROUNDS && performance.now() < end; round += 1) {
    times.few.push(await travel(trip, few, round));
    times.many.push(await travel(trip, many, round));
  }
  return times;
}

/**
 * Each request with little in the site and with much, in turns, through the whole site and on the embedded Postgres: what a
 * page costs must not grow with what lies in the cellar. Of the turns the usual one is told.
 */
export async function compareSizes<Place>(trips: Record<string, Trip<Place>>, sizes: Sizes<Place>): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, trip] of Object.entries(trips)) {
    const turns = [];
    for (let turn = 0; turn <= TURNS; turn += 1) turns.push(await takeTurn(trip, sizes, turn));
    const warm = turns.slice(1);
    const usual = (side: "few" | "many", share: number) =>
      Number(median(warm.map((turn) => quantile(turn[side], share))).toFixed(1));
    const ratio = median(warm.map((turn) => quantile(turn.many, 0.99) / quantile(turn.few, 0.99)));
    rows[name] = {
      rounds: warm.reduce((sum, turn) => sum + turn.few.length, 0),
      [`${sizes.names[0]}: p50 ms`]: usual("few", 0.5),
      "p99 ms": usual("few", 0.99),
      [`${sizes.names[1]}: p50 ms`]: usual("many", 0.5),
      "p99 ms ": usual("many", 0.99),
      "ratio of p99": Number(ratio.toFixed(2)),
      [`at most ${LIMIT}`]: ratio <= LIMIT ? "yes" : "no",
    };
  }
  console.table(rows);
}
