import { randomUUID } from "node:crypto";
import { pino, type Logger } from "pino";
import { createContext } from "react-router";
import type { Context } from "../http/context.ts";
import { env } from "../config/env.server.ts";
import { logStream } from "./log-stream.server.ts";

/** JSON lines on standard output. No personal data, no query values. */
export const log: Logger = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  logStream,
);

/** The request's own logger: each of its lines carries the request id. */
export const logContext = createContext<Logger>(log);

const ACCEPTABLE_ID = /^[\w.-]{1,64}$/;

/** The id that a trusted proxy gave in `X-Request-Id`, when it is one; else a new one: a visitor chooses none. */
export function acceptRequestId(given: string | string[] | null | undefined): string {
  const isTrusted = env.TRUST_PROXY > 0 && typeof given === "string" && ACCEPTABLE_ID.test(given);
  return isTrusted ? given : randomUUID();
}

/** Does the log know that this request has failed? */
const failedContext = createContext<boolean>(false);

type FailedRequest = { status: number; message: string; reason?: string };

/**
 * Logs that the backend has failed a request: once, by what failed first, however much of its page can't be had then. What
 * is refused is no failure.
 *
 * @param words what has not been done: "inbox item not changed"
 */
export function logFailure(context: Context, failure: FailedRequest, words: string): void {
  if (failure.status < 500 || context.get(failedContext)) return;
  context.set(failedContext, true);
  context.get(logContext).error({ reason: failure.reason ?? failure.message }, words);
}
