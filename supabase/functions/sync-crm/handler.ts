import { z } from "zod";

const text = z.string().max(10_000);
const optionalText = text.nullable();
const optionalNumber = z.number().nullable();

/** What the site sends after a requirement is saved (specification section 7, "CRM sync"). */
const syncRequest = z.strictObject({
  type: z.literal("job_requirement"),
  data: z.strictObject({
    id: z.uuid(),
    client_id: z.uuid(),
    job_title: text,
    job_type: z.enum(["permanent", "contract", "temporary", "part_time", "full_time"]),
    department: optionalText,
    location: text,
    remote_allowed: z.boolean(),
    min_experience: optionalNumber,
    max_experience: optionalNumber,
    min_salary: optionalNumber,
    max_salary: optionalNumber,
    currency: z.enum(["USD", "EUR", "GBP", "INR"]),
    required_skills: z.array(text).max(50),
    preferred_skills: z.array(text).max(50),
    education_requirements: optionalText,
    job_description: text,
    responsibilities: optionalText,
    benefits: optionalText,
    positions_count: z.int(),
    priority: z.enum(["low", "medium", "high", "urgent"]),
    expected_start_date: z.iso.date().nullable(),
    deadline: z.iso.date().nullable(),
    notes: optionalText,
  }),
  client: z.strictObject({
    id: z.uuid(),
    company_name: text,
    full_name: optionalText,
    phone: optionalText,
  }),
});

/** One request to the CRM, as it goes over the wire. */
export type Delivery = { headers: Record<string, string>; body: string };

export type SyncCrmOptions = {
  supabaseUrl: string;
  /** The publishable key: the caller's own token decides what may be seen. */
  supabaseKey: string;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  fetch: typeof fetch;
  /** Where a delivery goes when no CRM is configured. */
  keep?: (delivery: Delivery) => Promise<void>;
  log: (message: string) => void;
};

/** How long the CRM may take, in milliseconds. */
const CRM_TIMEOUT = 10_000;
/** How long the backend may take to tell who is calling, in milliseconds. */
const BACKEND_TIMEOUT = 5_000;
/** A requirement at its limits is far below this, in bytes. */
const LONGEST_BODY = 256 * 1024;

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/** HMAC-SHA256 of the body as `sha256=<hex>`: what the CRM recomputes to know that the message is ours. */
export async function sign(body: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body)));
  return `sha256=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Does the requirement exist, and does it belong to the caller's own client? Row-level security answers. */
async function ownsRequirement(token: string, data: { id: string; client_id: string }, options: SyncCrmOptions) {
  const query = new URLSearchParams({ select: "id", id: `eq.${data.id}`, client_id: `eq.${data.client_id}` });
  const response = await options.fetch(`${options.supabaseUrl}/rest/v1/job_requirements?${query.toString()}`, {
    headers: { apikey: options.supabaseKey, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(BACKEND_TIMEOUT),
  });
  if (response.status === 401) return "unauthorized";
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return z.array(z.unknown()).parse(await response.json()).length === 1 ? "own" : "foreign";
}

/**
 * The function `sync-crm`: passes a saved requirement on to the CRM, signed, under the requirement's id as idempotency
 * key, so that a repeat is harmless (specification section 7).
 *
 * Written against web standards only: Supabase runs it under Deno (`index.ts`), the embedded backend under Node.
 *
 * @returns 200 delivered or kept; 400 malformed; 401 not signed in; 403 somebody else's requirement; 405; 413;
 *   502 the CRM or the backend failed
 */
export async function handleSyncCrm(request: Request, options: SyncCrmOptions): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Use POST");
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) return answer(401, "Sign in first");
  const raw = await request.text();
  if (raw.length > LONGEST_BODY) return answer(413, "The message is too long");
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return answer(400, "The body is not JSON");
  }
  const parsed = syncRequest.safeParse(json);
  if (!parsed.success) return answer(400, z.prettifyError(parsed.error));

  try {
    const owner = await ownsRequirement(token, parsed.data.data, options);
    if (owner === "unauthorized") return answer(401, "Sign in first");
    if (owner === "foreign") return answer(403, "This requirement is not yours");
  } catch (error) {
    options.log(`sync-crm: cannot tell the caller: ${String(error)}`);
    return answer(502, "The backend is not available");
  }

  const body = JSON.stringify(parsed.data);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "idempotency-key": parsed.data.data.id,
    ...(options.webhookSecret ? { "x-signature": await sign(body, options.webhookSecret) } : {}),
  };
  if (!options.webhookUrl) {
    if (options.keep) await options.keep({ headers, body });
    else options.log("sync-crm: no CRM is configured (CRM_WEBHOOK_URL)");
    return Response.json({ delivered: false });
  }
  try {
    const response = await options.fetch(options.webhookUrl, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(CRM_TIMEOUT),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
  } catch (error) {
    options.log(`sync-crm: ${String(error)}`);
    return answer(502, "The CRM did not take the message");
  }
  return Response.json({ delivered: true });
}
