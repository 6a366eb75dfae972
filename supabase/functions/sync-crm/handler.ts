import { z } from "zod";
import { askBackend } from "./backend.ts";
import { hasDestination, sign } from "./crm.ts";
import { syncMessage } from "./message.ts";
import type { SyncCrmOptions } from "./options.ts";
import { deliver, redeliver } from "./outbox.ts";

/** A requirement at its limits is far below this, in bytes. */
const LONGEST_BODY = 256 * 1024;

const scheduledRun = z.strictObject({ type: z.literal("redeliver") });

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/** Does the requirement exist, and does it belong to the caller's own client? Row-level security answers. */
async function ownsRequirement(token: string, data: { id: string; client_id: string }, options: SyncCrmOptions) {
  const query = new URLSearchParams({ select: "id", id: `eq.${data.id}`, client_id: `eq.${data.client_id}` });
  const response = await askBackend(
    `job_requirements?${query.toString()}`,
    { key: options.supabaseKey, token },
    options,
  );
  if (response.status === 401) return "unauthorized";
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return z.array(z.unknown()).parse(await response.json()).length === 1 ? "own" : "foreign";
}

/** Is this the secret key? Compared by digests, so that the time it takes tells nothing. */
async function isSecretKey(given: string | null, { secretKey }: SyncCrmOptions): Promise<boolean> {
  if (given === null || secretKey === "") return false;
  return (await sign(given, secretKey)) === (await sign(secretKey, secretKey));
}

/** The scheduled run: whoever holds the secret key may ask for it. */
async function runSchedule(request: Request, options: SyncCrmOptions): Promise<Response> {
  if (!(await isSecretKey(request.headers.get("apikey"), options))) return answer(401, "The secret key is missing");
  if (!hasDestination(options)) return Response.json({ delivered: 0, failed: 0 });
  try {
    return Response.json(await redeliver(options));
  } catch (error) {
    options.log(`sync-crm: scheduled run: ${String(error)}`);
    return answer(502, "The backend is not available");
  }
}

/** One requirement, passed on for the person who has just saved it. */
async function passOn(json: unknown, token: string, options: SyncCrmOptions): Promise<Response> {
  const parsed = syncMessage.safeParse(json);
  if (!parsed.success) return answer(400, z.prettifyError(parsed.error));
  try {
    const owner = await ownsRequirement(token, parsed.data.data, options);
    if (owner === "unauthorized") return answer(401, "Sign in first");
    if (owner === "foreign") return answer(403, "This requirement is not yours");
  } catch (error) {
    options.log(`sync-crm: cannot tell the caller: ${String(error)}`);
    return answer(502, "The backend is not available");
  }
  if (!hasDestination(options)) {
    options.log("sync-crm: no CRM is configured (CRM_WEBHOOK_URL)");
    return Response.json({ delivered: false });
  }
  const isDelivered = await deliver(parsed.data.data.id, parsed.data, options);
  return isDelivered ? Response.json({ delivered: true }) : answer(502, "The CRM did not take the message");
}

/**
 * The function `sync-crm`: passes a saved requirement on to the CRM (specification section 7), and, asked by the
 * scheduler, everything that is still due.
 *
 * Written against web standards only: Supabase runs it under Deno (`index.ts`), the embedded backend under Node.
 *
 * @returns 200 delivered or kept; 400 malformed; 401 not signed in; 403 somebody else's requirement; 405; 413;
 *   502 the CRM or the backend failed
 */
export async function handleSyncCrm(request: Request, options: SyncCrmOptions): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Use POST");
  const raw = await request.text();
  if (raw.length > LONGEST_BODY) return answer(413, "The message is too long");
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return answer(400, "The body is not JSON");
  }
  if (scheduledRun.safeParse(json).success) return runSchedule(request, options);
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  return token ? passOn(json, token, options) : answer(401, "Sign in first");
}
