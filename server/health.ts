import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { CACHING } from "../app/lib/http/caching.ts";
import { commonHeaders } from "../app/lib/http/headers.server.ts";
import { clockOffset, MOST_CLOCK_OFFSET } from "../app/lib/observe/clock-offset.ts";
import { describeCause } from "../app/lib/observe/failure-cause.ts";
import { acceptRequestId, log } from "../app/lib/observe/log.server.ts";
import { callFunction, type Backend } from "./backend.ts";

/** How long an answer stands, in milliseconds. */
const STANDS = 1_000;
/** How long a probe is kept waiting, in milliseconds: some platforms give one a second. */
const PROBE_WAITS = 500;
/** How long the backend may take, in milliseconds: a form is given up then (lib/backend/backend-fetch.server). */
const BACKEND_TIMEOUT = 7_000;

export type Readiness = { status: "ready" } | { status: "unavailable"; reason: string };

function unavailable(reason: string): Readiness {
  return { status: "unavailable", reason };
}

async function readAnswer(response: Response, requiredSchema: string): Promise<Readiness> {
  if (response.status === 404) return unavailable("migrations are missing");
  if (!response.ok) return unavailable(`the backend answered ${response.status}`);
  const version: unknown = await response.json();
  const isNewEnough = typeof version === "string" && version >= requiredSchema;
  return isNewEnough ? { status: "ready" } : unavailable("migrations are missing");
}

function whyNoAnswer(error: unknown): string {
  if (error instanceof SyntaxError) return "the backend answered something else";
  const isSilent = error instanceof Error && error.name === "TimeoutError";
  return isSilent ? "the backend gives no answer" : `the backend can't be reached: ${describeCause(error)}`;
}

/**
 * Knows whether the site can take forms: the backend answers while a form would wait, and has the migrations this build
 * needs. However often it is asked, the backend is asked once a second at most.
 */
export class ReadinessWatch {
  readonly #backend: Backend;
  readonly #requiredSchema: string;
  #asked: Promise<void> | undefined;
  #known: Readiness = unavailable("the backend has not answered yet");
  /** How long the backend took for its last answer, or was waited for, in seconds. */
  seconds = 0;
  /** How far this site's clock is ahead of the backend's, in seconds. */
  clockOffset = 0;

  constructor(backend: Backend, requiredSchema: string) {
    this.#backend = backend;
    this.#requiredSchema = requiredSchema;
  }

  /** What is known, or was before a question that takes long: slow is not away, and all sites would be so at once. */
  async readiness(): Promise<Readiness> {
    this.#asked ??= this.#ask();
    await Promise.race([this.#asked, wait(PROBE_WAITS, undefined, { ref: false })]);
    return this.#known;
  }

  async #ask(): Promise<void> {
    const started = performance.now();
    try {
      const response = await callFunction(this.#backend, "schema_version", {}, BACKEND_TIMEOUT);
      this.#noteClock(clockOffset(response));
      this.#known = await readAnswer(response, this.#requiredSchema);
    } catch (error) {
      this.#known = unavailable(whyNoAnswer(error));
    }
    this.seconds = (performance.now() - started) / 1000;
    setTimeout(() => (this.#asked = undefined), STANDS).unref();
  }

  #noteClock(offset: number | undefined): void {
    if (offset === undefined) return;
    const isWrong = Math.abs(offset) > MOST_CLOCK_OFFSET;
    if (isWrong && Math.abs(this.clockOffset) <= MOST_CLOCK_OFFSET) {
      log.warn({ clock_offset_seconds: offset }, "this clock and the backend's differ: nobody may stay signed in");
    }
    this.clockOffset = offset;
  }
}

/** Answers a probe, as JSON that nobody keeps. */
export function answerProbe(response: ServerResponse, status: 200 | 503, body: object): void {
  const headers = { ...commonHeaders, "Content-Type": "application/json", "Cache-Control": CACHING.nobody };
  response.writeHead(status, { ...headers, "X-Request-Id": acceptRequestId(undefined) });
  response.end(`${JSON.stringify(body)}\n`);
}
