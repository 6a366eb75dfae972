import { z } from "zod";
import { askBackend } from "./backend.ts";
import { sendToCrm } from "./crm.ts";
import type { SyncCrmOptions } from "./options.ts";

/**
 * Deliveries sent at once, and the most rounds of one run: what is left is the next run's. A round takes 20 s at most, and
 * runtimes end a function after two minutes.
 */
const BATCH = 10;
const MOST_ROUNDS = 5;

const claimedSchema = z.array(z.object({ requirement_id: z.uuid(), message: z.unknown() }));
type Claimed = z.infer<typeof claimedSchema>;

/** Calls one of the database's functions with the secret key. */
async function call(name: string, parameters: Record<string, unknown>, options: SyncCrmOptions): Promise<Response> {
  const { secretKey } = options;
  const response = await askBackend(`rpc/${name}`, { key: secretKey, token: secretKey, body: parameters }, options);
  if (!response.ok) throw new Error(`the backend answered ${response.status} to ${name}`);
  return response;
}

/** Takes deliveries, with the messages the database makes of them: for five minutes nobody else gets them. */
async function claim(name: string, parameters: Record<string, unknown>, options: SyncCrmOptions): Promise<Claimed> {
  return claimedSchema.parse(await (await call(name, parameters, options)).json());
}

/**
 * Sends one claimed requirement, and notes in its delivery what became of it. A note that fails is only logged: the
 * requirement goes out once more later, under the same key.
 *
 * @returns whether the CRM took it
 */
async function deliver(
  { requirement_id: requirementId, message }: Claimed[number],
  options: SyncCrmOptions,
): Promise<boolean> {
  let problem: string | null = null;
  try {
    await sendToCrm(requirementId, message, options);
  } catch (error) {
    problem = String(error);
    options.log(`sync-crm: ${requirementId}: ${problem}`);
  }
  try {
    const settled = await call("settle_crm_delivery", { requirement: requirementId, problem }, options);
    await settled.body?.cancel();
  } catch (error) {
    options.log(`sync-crm: ${requirementId}: not noted: ${String(error)}`);
  }
  return problem === null;
}

/**
 * Delivers one requirement, when it is to be delivered now.
 *
 * @returns "idle" when there is nothing to do: it has been delivered, somebody else is at it, it waits for its next
 *   turn, or it was given up
 * @throws Error when the database can't be asked
 */
export async function deliverOne(
  requirementId: string,
  options: SyncCrmOptions,
): Promise<"delivered" | "failed" | "idle"> {
  const [claimed] = await claim("claim_crm_delivery", { requirement: requirementId }, options);
  if (!claimed) return "idle";
  return (await deliver(claimed, options)) ? "delivered" : "failed";
}

/**
 * Delivers what is due: the scheduled run.
 *
 * @returns how many were delivered and how many were not
 * @throws Error when the database can't be asked
 */
export async function redeliver(options: SyncCrmOptions): Promise<{ delivered: number; failed: number }> {
  const counts = { delivered: 0, failed: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const due = await claim("claim_crm_deliveries", { most: BATCH }, options);
    const outcomes = await Promise.all(due.map((claimed) => deliver(claimed, options)));
    for (const isDelivered of outcomes) counts[isDelivered ? "delivered" : "failed"] += 1;
    if (due.length < BATCH) break;
  }
  return counts;
}
