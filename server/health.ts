import type { ServerResponse } from "node:http";

/** The newest migration this build needs. A test compares it with the migrations. */
export const REQUIRED_SCHEMA = "20261121000600";

/** Longest wait for the backend, and how long an answer stands, in milliseconds. */
const TIMEOUT = 1_000;
const STANDS = 1_000;

type Backend = { url: string; key: string };
export type Readiness = { status: "ready" } | { status: "unavailable"; reason: string };

async function ask({ url, key }: Backend): Promise<Readiness> {
  try {
    const response = await fetch(`${url}/rest/v1/rpc/schema_version`, {
      method: "POST",
      headers: { apikey: key, "Content-Type": "application/json" },
      body: "{}",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status === 404) return { status: "unavailable", reason: "migrations are missing" };
    if (!response.ok) return { status: "unavailable", reason: `the backend answered ${response.status}` };
    const version: unknown = await response.json();
    if (typeof version !== "string" || version < REQUIRED_SCHEMA) {
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
export function watchReadiness(backend: Backend): () => Promise<Readiness> {
  let answer: Promise<Readiness> | undefined;
  return function readiness() {
    if (!answer) {
      answer = ask(backend);
      const forget = () => void setTimeout(() => (answer = undefined), STANDS).unref();
      void answer.then(forget);
    }
    return answer;
  };
}

/** Answers a probe, as JSON that nobody keeps. */
export function answerProbe(response: ServerResponse, status: 200 | 503, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}
