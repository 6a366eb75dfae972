import { randomUUID } from "node:crypto";
import { pino, type Logger } from "pino";
import { createContext } from "react-router";
import { env } from "./env.server.ts";

/** JSON lines on standard output. No personal data, no query values. */
export const log: Logger = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});

/** The request's own logger: each of its lines carries the request id. */
export const logContext = createContext<Logger>(log);

const ACCEPTABLE_ID = /^[\w.-]{1,64}$/;

/** The id a proxy gave in `X-Request-Id`, when it is one; else a new one. */
export function acceptRequestId(given: string | string[] | null | undefined): string {
  return typeof given === "string" && ACCEPTABLE_ID.test(given) ? given : randomUUID();
}
