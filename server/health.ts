import type { ServerResponse } from "node:http";
import { CACHING } from "../app/lib/http/caching.ts";
import { commonHeaders } from "../app/lib/http/headers.server.ts";
import { acceptRequestId } from "../app/lib/observe/log.server.ts";
import { callFunction, type Backend } from "./backend.ts";

/** How long an answer stands, in milliseconds. */
const STANDS = 1_000;

export type Readiness = { status: "ready" } | { status: "unavailable"; reason: string };

async function ask(backend: Backend, requiredSchema: string): Promise<Readiness> {
  try {
    const response = await callFunction(backend, "schema_version");
    if (response.status === 404) return { status: "unavailable", reason: "migrations are missing" };
    if (!response.ok) return { status: "unavailable", reason: `the backend answered ${response.status}` };
    const version: unknown = await response.json();
    if (typeof version !== "string" || version < requiredSchema) {
      return { status: "unavailable", reason: "migrations are missing" };
    }
    return { status: "ready" };
  } catch (error) {
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return { status: "unavailable", reason: isSlow ? "the backend is slow" : "the backend can't be reached" };
  }
}

/**
 * Tells whether the site can take forms: the backend answers within a second, and has the migrations this build needs.
 * However often it is asked, the backend is asked once a second at most.
 */
export function watchReadiness(backend: Backend, requiredSchema: string): () => Promise<Readiness> {
  let answer: Promise<Readiness> | undefined;
  return function readiness() {
    if (!answer) {
      answer = ask(backend, requiredSchema);
      const forget = () => void setTimeout(() => (answer = undefined), STANDS).unref();
      void answer.then(forget);
    }
    return answer;
  };
}

/** Answers a probe, as JSON that nobody keeps. */
export function answerProbe(response: ServerResponse, status: 200 | 503, body: object): void {
  const headers = { ...commonHeaders, "Content-Type": "application/json", "Cache-Control": CACHING.nobody };
  response.writeHead(status, { ...headers, "X-Request-Id": acceptRequestId(undefined) });
  response.end(`${JSON.stringify(body)}\n`);
}
