import { z } from "zod";
import { askBackend } from "./backend.ts";
import type { FunctionOptions } from "./options.ts";

/**
 * Deliveries sent at once, and the most rounds of one run: what is left is the next run's. A round takes 20 s at most, and
 * runtimes end a function after two minutes.
 */
const BATCH = 10;
const MOST_ROUNDS = 5;

/** Somebody has refused for good: another attempt would be refused as well. */
export class FinalError extends Error {}

/** What waits in the database to be sent, and how. */
export type Outbox<Item extends { id: string }> = {
  /** The function's name, for its log. */
  name: string;
  /** One that has been claimed, with everything that is needed to send it. */
  item: z.ZodType<Item>;
  /** The database's functions: to take what is due, and to note what became of one. */
  claim: string;
  settle: string;
  /** @throws FinalError, or any Error for another attempt; with words that hold nothing of what is sent */
  send: (item: Item) => Promise<void>;
};

/** Calls one of the database's functions with the secret key. */
async function call(name: string, parameters: Record<string, unknown>, options: FunctionOptions): Promise<Response> {
  const { secretKey } = options;
  const response = await askBackend(`rpc/${name}`, { key: secretKey, token: secretKey, body: parameters }, options);
  if (!response.ok) throw new Error(`the backend answered ${response.status} to ${name}`);
  return response;
}

/** Takes what waits, with the content the database makes of it: for five minutes nobody else gets it. */
async function claim<Item extends { id: string }>(
  name: string,
  parameters: Record<string, unknown>,
  { item }: Outbox<Item>,
  options: FunctionOptions,
): Promise<Item[]> {
  return z.array(item).parse(await (await call(name, parameters, options)).json());
}

/**
 * Sends one, and notes what became of it. A note that fails is only logged: it goes out once more later, under the same key.
 *
 * @returns whether it was taken
 */
async function deliver<Item extends { id: string }>(
  item: Item,
  { name, settle, send }: Outbox<Item>,
  options: FunctionOptions,
): Promise<boolean> {
  const note: Record<string, unknown> = { delivery: item.id, problem: null };
  try {
    await send(item);
  } catch (error) {
    note["problem"] = String(error);
    if (error instanceof FinalError) note["is_final"] = true;
    options.log(`${name}: ${item.id}: ${String(error)}`);
  }
  try {
    const settled = await call(settle, note, options);
    await settled.body?.cancel();
  } catch (error) {
    options.log(`${name}: ${item.id}: not noted: ${String(error)}`);
  }
  return note["problem"] === null;
}

/**
 * Delivers one after the other, as long as there is one to deliver now.
 *
 * @param name the database's function that gives the next one
 * @returns "idle" when there is nothing to do: all have been delivered, somebody else is at it, they wait for their turn,
 *   or were given up
 * @throws Error when the database can't be asked
 */
export async function deliverInTurn<Item extends { id: string }>(
  name: string,
  parameters: Record<string, unknown>,
  outbox: Outbox<Item>,
  options: FunctionOptions,
): Promise<"delivered" | "failed" | "idle"> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [item] = await claim(name, parameters, outbox, options);
    if (!item) return round === 0 ? "idle" : "delivered";
    if (!(await deliver(item, outbox, options))) return "failed";
  }
  return "delivered";
}

/**
 * Delivers what is due: the scheduled run. What has waited for another to be delivered comes in a later round.
 *
 * @returns how many were delivered and how many were not
 * @throws Error when the database can't be asked
 */
export async function redeliver<Item extends { id: string }>(
  outbox: Outbox<Item>,
  options: FunctionOptions,
): Promise<{ delivered: number; failed: number }> {
  const counts = { delivered: 0, failed: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const due = await claim(outbox.claim, { most: BATCH }, outbox, options);
    if (due.length === 0) break;
    const outcomes = await Promise.all(due.map((item) => deliver(item, outbox, options)));
    for (const isDelivered of outcomes) counts[isDelivered ? "delivered" : "failed"] += 1;
  }
  return counts;
}
