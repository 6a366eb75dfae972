import { z } from "zod";
import { readBody } from "./body.ts";
import type { FunctionOptions } from "./options.ts";
import type { Outbox } from "./outbox.ts";
import { reasonOf } from "./reason.ts";
import { sign } from "./sign.ts";

/** What a function does, beside its outbox's scheduled run. */
export type FunctionRoutes<Message> = {
  outbox: Outbox;
  /** Is there anywhere for what waits to go? Without it nothing is taken. */
  hasDestination: boolean;
  /** What a person's page may ask for. */
  message: z.ZodType<Message>;
  /** Does it. @param token the person's own; @throws Error when the backend can't be asked */
  serve: (message: Message, token: string) => Promise<Response>;
};

/** The scheduled run: whoever holds the secret key may ask for it. */
const scheduledRun = z.object({ type: z.literal("redeliver") });

/** An answer in words. */
export function answer(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/** Is this the secret key? Compared by digests, so that the time it takes tells nothing. */
async function isSecretKey(given: string | null, { secretKey }: FunctionOptions): Promise<boolean> {
  if (given === null || secretKey === "") return false;
  return (await sign(given, secretKey)) === (await sign(secretKey, secretKey));
}

/** What one request asks for. It is finished even when the caller goes away: what was taken is then settled. */
async function serve<Message>(
  request: Request,
  { outbox, hasDestination, ...routes }: FunctionRoutes<Message>,
  options: FunctionOptions,
): Promise<Response> {
  const raw = await readBody(request);
  if (raw === null) return answer(413, "The message is too long");
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return answer(400, "The body is not JSON");
  }
  try {
    if (scheduledRun.safeParse(json).success) {
      if (!(await isSecretKey(request.headers.get("apikey"), options))) return answer(401, "The secret key is missing");
      return Response.json(hasDestination ? await outbox.redeliver() : { delivered: 0, failed: 0 });
    }
    const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (!token) return answer(401, "Sign in first");
    const { data: message, success } = routes.message.safeParse(json);
    return success ? await routes.serve(message, token) : answer(400, "The message is not understood");
  } catch (error) {
    options.log(`${outbox.name}: ${reasonOf(error)}`);
    return answer(502, "The backend is not available");
  }
}

/**
 * Answers a request to a function that sends what waits in an outbox: for the person whose page asks, and, asked by the
 * scheduler, everything that is due. Written against web standards only: Supabase runs it under Deno, the embedded backend
 * under Node.
 *
 * @returns what `routes.serve` answers; else 200 with the run's counts; 400 malformed; 401 not signed in, or not the
 *   secret key; 405; 413; 502 the backend failed
 */
export async function handleRequest<Message>(
  request: Request,
  routes: FunctionRoutes<Message>,
  options: FunctionOptions,
): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Use POST");
  const work = serve(request, routes, options);
  options.keepAlive?.(work);
  return work;
}
