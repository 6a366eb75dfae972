import { askBackend } from "./backend.ts";
import { hasDestination, sign } from "./crm.ts";
import { readBody, syncMessage } from "./message.ts";
import type { SyncCrmOptions } from "./options.ts";
import { deliverOne, redeliver } from "./outbox.ts";

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

function unavailable(problem: string, options: SyncCrmOptions): Response {
  options.log(`sync-crm: ${problem}`);
  return answer(502, "The backend is not available");
}

/** Is the requirement the caller's own? Asked with the caller's token: the database answers. */
async function ownsRequirement(token: string, requirement: string, options: SyncCrmOptions) {
  const response = await askBackend(
    "rpc/owns_requirement",
    { key: options.supabaseKey, token, body: { requirement } },
    options,
  );
  // 403 is a token that names nobody: the publishable key itself.
  if (response.status === 401 || response.status === 403) return "unauthorized";
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return (await response.json()) === true ? "own" : "foreign";
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
    return unavailable(`scheduled run: ${String(error)}`, options);
  }
}

/** One requirement, passed on for the person who has just saved it. */
async function passOn(id: string, token: string, options: SyncCrmOptions): Promise<Response> {
  try {
    const owner = await ownsRequirement(token, id, options);
    if (owner === "unauthorized") return answer(401, "Sign in first");
    if (owner === "foreign") return answer(403, "This requirement is not yours");
    if (!hasDestination(options)) {
      options.log("sync-crm: no CRM is configured (CRM_WEBHOOK_URL)");
      return Response.json({ delivered: false });
    }
    const outcome = await deliverOne(id, options);
    if (outcome === "failed") return answer(502, "The CRM did not take the message");
    return Response.json({ delivered: outcome === "delivered" });
  } catch (error) {
    return unavailable(`${id}: ${String(error)}`, options);
  }
}

/** What one request asks for. It is finished even when the caller goes away: what was taken is then settled. */
async function serve(request: Request, options: SyncCrmOptions): Promise<Response> {
  const raw = await readBody(request);
  if (raw === null) return answer(413, "The message is too long");
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return answer(400, "The body is not JSON");
  }
  const { data: message } = syncMessage.safeParse(json);
  if (message?.type === "redeliver") return runSchedule(request, options);
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) return answer(401, "Sign in first");
  return message ? passOn(message.data.id, token, options) : answer(400, "The message is not understood");
}

/**
 * The function `sync-crm`: passes a saved requirement on to the CRM (specification section 7), and, asked by the
 * scheduler, everything that is still due.
 *
 * Written against web standards only: Supabase runs it under Deno (`index.ts`), the embedded backend under Node.
 *
 * @returns 200 with whether this call delivered it; 400 malformed; 401 not signed in; 403 somebody else's requirement;
 *   405; 413; 502 the CRM or the backend failed
 */
export async function handleSyncCrm(request: Request, options: SyncCrmOptions): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Use POST");
  const work = serve(request, options);
  options.keepAlive?.(work);
  return work;
}
