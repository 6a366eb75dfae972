import { context, propagation, SpanKind } from "@opentelemetry/api";
import { Turns } from "~/lib/limits/turns";
import { waitOutBurst } from "~/lib/limits/burst.server";
import { env } from "~/lib/config/env.server";
import { clockOffset, MOST_CLOCK_OFFSET } from "~/lib/observe/clock-offset";
import { describeCause } from "~/lib/observe/failure-cause";
import { countBackendError } from "~/lib/observe/metrics.server";
import { fetchOnce } from "~/lib/backend/session/refresh.server";
import { fetchKeys, isForKeys } from "~/lib/backend/session/signing-keys.server";
import { inSpan } from "~/lib/observe/tracing.server";

/**
 * Longest wait for one answer of the backend, in milliseconds, where the call does not bring a limit of its own. More than
 * a call may wait and work there (docs/decisions/forms-and-limits.md): what we give up on has been given up there, and
 * is not saved.
 */
const BACKEND_TIMEOUT = 7_000;

/** `auth`, `rest` or `functions`: the first part of a backend path. */
function serviceOf(pathname: string): string {
  return pathname.split("/")[1] || "other";
}

type Call = {
  method: string;
  pathname: string;
  input: string | URL | Request;
  init: RequestInit & { signal: AbortSignal };
  /** Whose request it is for, as far as that is known. */
  address: string | null;
};

/**
 * So many sign-ins and sign-ups are asked for at once: the service computes a password for each, about 0.1 s of a core, and one
 * that is asked for a hundred side by side answers none of them in time (docs/decisions/accounts.md).
 */
const passwordTurns = new Turns(20);

/** Has the service to compute a password for this? */
function costsPassword(input: string | URL | Request): boolean {
  const url = input instanceof Request ? input.url : String(input);
  return /\/auth\/v1\/(signup\b|token\?grant_type=password)/.test(url);
}

/** One try. */
function sendCall({ pathname, input, init, address }: Call): Promise<Response> {
  if (costsPassword(input)) return passwordTurns.take(() => fetch(input, init), init.signal);
  return isForKeys(pathname) ? fetchKeys(input, init) : fetchOnce(input, init, address);
}

/** Can the same be sent a second time? Not what is read while it is sent. */
function isRepeatable({ input, init }: Call): boolean {
  return (
    !(input instanceof Request) && (init.body === undefined || init.body === null || typeof init.body === "string")
  );
}

/** How far this clock was ahead of the backend's at its last answer, in seconds. */
let offset = 0;

/** Is this clock so wrong that nobody's session counts as it should? */
export function isClockWrong(): boolean {
  return Math.abs(offset) > MOST_CLOCK_OFFSET;
}

async function call(each: Call): Promise<Response> {
  const { pathname, init } = each;
  try {
    // What goes to known addresses alone is told after a fixed time, by which this must have been told too.
    const isMail = /\/(?:recover|resend)$/.test(pathname);
    const mayWait = serviceOf(pathname) === "auth" && !isMail && isRepeatable(each);
    const response = await (mayWait ? waitOutBurst(() => sendCall(each), init.signal) : sendCall(each));
    // Keys have stood here a while.
    if (!isForKeys(pathname)) offset = clockOffset(response) ?? offset;
    if (response.status >= 500) countBackendError(serviceOf(pathname), "status");
    return response;
  } catch (error) {
    countBackendError(serviceOf(pathname), "no_answer");
    // The libraries hand on an error's message alone.
    const isBare = error instanceof TypeError && error.cause !== undefined;
    throw isBare ? new TypeError(describeCause(error), { cause: error.cause }) : error;
  }
}

/** The call as a span of the request's trace: its path only, since a query may hold somebody's token or id. */
function traced(each: Call): Promise<Response> {
  const { method, pathname, init } = each;
  const options = { kind: SpanKind.CLIENT, attributes: { "http.request.method": method, "url.path": pathname } };
  return inSpan(`${method} ${pathname}`, options, () => {
    const headers = new Headers(init.headers);
    propagation.inject(context.active(), headers, { set: (carrier, key, value) => carrier.set(key, value) });
    return call({ ...each, init: { ...init, headers } });
  });
}

function fetchFor(address: string | null, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const signal = init?.signal ?? AbortSignal.timeout(BACKEND_TIMEOUT);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const each = { method: init?.method ?? "GET", pathname, input, init: { ...init, signal }, address };
  return env.isTracing ? traced(each) : call(each);
}

/**
 * Every call to the backend: bounded in time, counted when it fails; a refresh token is spent only once, the signing keys
 * are asked for once for all, and the sign-in service is asked again when too many came at once.
 */
export const backendFetch: typeof fetch = (input, init) => fetchFor(null, input, init);

/**
 * The same for the calls of one request: after one that got no answer in time there are no others, which would each be waited
 * for as long. Whoever sent a form is told after the first.
 *
 * @param address whose request it is
 */
export function fetchForRequest(address: string | null): typeof fetch {
  let silence: DOMException | undefined;
  return async (input, init) => {
    if (silence) throw silence;
    try {
      return await fetchFor(address, input, init);
    } catch (error) {
      // A call that brings a limit of its own may be a short one.
      if (!init?.signal && error instanceof DOMException && error.name === "TimeoutError") silence = error;
      throw error;
    }
  };
}
