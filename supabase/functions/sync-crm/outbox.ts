import { z } from "zod";
import { askBackend } from "./backend.ts";
import { sendToCrm } from "./crm.ts";
import type { SyncCrmOptions } from "./options.ts";

/** Deliveries sent at once, and the most rounds of one run: what is left is the next run's. */
const BATCH = 10;
const MOST_ROUNDS = 10;

const claimed = z.array(z.object({ requirement_id: z.uuid(), message: z.unknown() }));

/** Calls one of the database's functions with the secret key. */
async function call(name: string, parameters: Record<string, unknown>, options: SyncCrmOptions): Promise<Response> {
  const { secretKey } = options;
  const response = await askBackend(`rpc/${name}`, { key: secretKey, token: secretKey, body: parameters }, options);
  if (!response.ok) throw new Error(`the backend answered ${response.status} to ${name}`);
  return response;
}

/**
 * Sends one requirement, and notes in its delivery what became of it. A note that fails is only logged: the requirement
 * goes out once more later, under the same key.
 *
 * @returns whether the CRM took it
 */
export async function deliver(requirementId: string, message: unknown, options: SyncCrmOptions): Promise<boolean> {
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
 * Delivers what is due: the scheduled run.
 *
 * @returns how many were delivered and how many were not
 * @throws Error when the database can't be asked
 */
export async function redeliver(options: SyncCrmOptions): Promise<{ delivered: number; failed: number }> {
  const counts = { delivered: 0, failed: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const due = claimed.parse(await (await call("claim_crm_deliveries", { most: BATCH }, options)).json());
    const outcomes = await Promise.all(
      due.map(({ requirement_id, message }) => deliver(requirement_id, message, options)),
    );
    for (const isDelivered of outcomes) counts[isDelivered ? "delivered" : "failed"] += 1;
    if (due.length < BATCH) break;
  }
  return counts;
}
