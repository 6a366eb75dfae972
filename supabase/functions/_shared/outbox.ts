import { z } from "zod";
import { askBackend } from "./backend.ts";
import type { FunctionOptions } from "./options.ts";
import { reasonOf } from "./reason.ts";

/** Deliveries that are taken, and sent, at once. */
const BATCH = 10;

/** The most rounds of a call that a person's page makes: what is left is the scheduled run's. A round takes 20 s at most. */
const MOST_ROUNDS = 5;

/**
 * How long the scheduled run takes more, in milliseconds: nearly until the next one comes. It ends a round later, and
 * runtimes end a function after two minutes. Two runs at once never get the same.
 */
const RUN = 50_000;

/** Somebody has refused for good: another attempt would be refused as well. */
export class FinalError extends Error {}

/** What waits in the database to be sent, and how. */
type OutboxParts<Item extends { id: string }> = {
  /** The function's name, for its log. */
  name: string;
  /** One that has been claimed, with everything that is needed to send it. */
  item: z.ZodType<Item>;
  /** The database's functions: to take what is due, and to note what became of one. */
  claim: string;
  settle: string;
  /** How many rounds of a scheduled run go on at once. */
  atOnce: number;
  /** @throws FinalError, or any Error for another attempt; with words that hold nothing of what is sent */
  send: (item: Item) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

/** What became of one: taken, not taken for now, or refused for good. */
type Outcome = "delivered" | "postponed" | "refused";

/** What became of a round: how many were taken, how many were not, and how many of these may be another time. */
type Round = { delivered: number; failed: number; postponed: number };

/** Makes the ways to deliver what waits. Each throws an Error when the database can't be asked. */
export function createOutbox<Item extends { id: string }>(parts: OutboxParts<Item>, options: FunctionOptions) {
  const { name, item: itemSchema, send } = parts;

  /** Calls one of the database's functions with the secret key. */
  async function call(name: string, body: Record<string, unknown>): Promise<Response> {
    const { secretKey } = options;
    const response = await askBackend(`rpc/${name}`, { key: secretKey, token: secretKey, body }, options);
    if (!response.ok) throw new Error(`the backend answered ${response.status} to ${name}`);
    return response;
  }

  /** Takes what waits, with the content the database makes of it: for five minutes nobody else gets it. */
  async function claim(name: string, parameters: Record<string, unknown>): Promise<Item[]> {
    return z.array(itemSchema).parse(await (await call(name, parameters)).json());
  }

  /**
   * Sends one, and notes what became of it. A note that fails is only logged: it goes out once more later, under the
   * same key.
   */
  async function deliver(item: Item): Promise<Outcome> {
    const note: Record<string, unknown> = { delivery: item.id, problem: null };
    let outcome: Outcome = "delivered";
    try {
      await send(item);
    } catch (error) {
      note["problem"] = reasonOf(error);
      outcome = error instanceof FinalError ? "refused" : "postponed";
      if (outcome === "refused") note["is_final"] = true;
      options.log(`${name}: ${item.id}: ${reasonOf(error)}`);
    }
    try {
      const settled = await call(parts.settle, note);
      await settled.body?.cancel();
    } catch (error) {
      options.log(`${name}: ${item.id}: not noted: ${reasonOf(error)}`);
    }
    return outcome;
  }

  /** Takes what is due now, and sends it. @returns null when there was nothing */
  async function deliverRound(): Promise<Round | null> {
    const due = await claim(parts.claim, { most: BATCH });
    if (due.length === 0) return null;
    const outcomes = await Promise.all(due.map(deliver));
    const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
    const postponed = count("postponed");
    return { delivered: count("delivered"), failed: postponed + count("refused"), postponed };
  }

  return {
    name,

    /**
     * Delivers one after the other, as long as there is one to deliver now.
     *
     * @param next the database's function that gives the next one
     * @returns "idle" when there is nothing to do: all have been delivered, somebody else is at it, they wait for their
     *   turn, or were given up
     */
    async deliverInTurn(next: string, parameters: Record<string, unknown>): Promise<"delivered" | "failed" | "idle"> {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const [item] = await claim(next, parameters);
        if (!item) return round === 0 ? "idle" : "delivered";
        if ((await deliver(item)) !== "delivered") return "failed";
      }
      return "delivered";
    },

    /** Delivers what is due, a few rounds of it: what a person's page asks for. */
    async deliverSome(): Promise<void> {
      for (let round = 0; round < MOST_ROUNDS; round += 1) if (!(await deliverRound())) return;
    },

    /**
     * Delivers what is due until nothing is, or the time of a run is over: the scheduled run. What has waited for another
     * to be delivered comes in a later round. When nothing of a round was taken, whoever should take it is away: the rest
     * is left for the next run.
     *
     * @returns how many were delivered and how many were not
     */
    async redeliver(): Promise<{ delivered: number; failed: number }> {
      const counts = { delivered: 0, failed: 0 };
      const end = Date.now() + RUN;
      async function deliverOn(): Promise<void> {
        while (Date.now() < end && options.stop?.aborted !== true) {
          const round = await deliverRound();
          if (!round) return;
          counts.delivered += round.delivered;
          counts.failed += round.failed;
          if (round.postponed > 0 && round.delivered === 0) return;
        }
      }
      await Promise.all(Array.from({ length: parts.atOnce }, deliverOn));
      return counts;
    },
  };
}
