import { type Failure, failureStatus } from "~/lib/result";

/** What the platform, the libraries and proxies say, and not the backend, when there was no answer or none that could be read. */
const NO_WORDS = new RegExp(
  [
    "^(TypeError|TimeoutError|AbortError|SyntaxError)\\b",
    "^(fetch failed|terminated|Bad Gateway|Service Unavailable|Gateway Time-?out)( \\(.*\\))?$",
    "^(the|this) (operation|request|user) (was aborted|aborted)",
    "not valid JSON|JSON input|in JSON at",
    "^\\s*<|^\\{\\}$|^\\s*$",
  ].join("|"),
  "i",
);

/**
 * What the database gave up on, all of it, by its codes: a lock that was not had in time, two that waited for each other, a
 * statement that took too long, a call that got no session. Nothing of it is saved, and a moment later it may work.
 */
const GIVEN_UP = ["55P03", "40P01", "57014", "PGRST003"];

/** Of these, what is somebody else's change, and not a fault. */
const HELD = ["55P03", "40P01"];

type DataError = { message: string; code?: string | undefined };

/** An answer without words of its own: a proxy's page, or nothing. */
const NO_TEXT = /^\s*(<|\{\}$|$)/;

/** Why there was no answer, for the log; undefined where the backend's own words say it. */
export function failureReason(error: DataError | null, status: number | undefined): string | undefined {
  if (!error || !NO_WORDS.test(error.message)) return undefined;
  return NO_TEXT.test(error.message) ? `the backend answered ${status ?? "nothing"}` : error.message;
}

/** The backend's words about a failure; a network failure has none worth showing. */
export function describeFailure(error: DataError | null): string {
  if (!error || NO_WORDS.test(error.message)) return "The service is not available";
  const isHeld = error.code !== undefined && HELD.includes(error.code);
  return isHeld ? "Someone else is changing this right now: please try again in a moment" : error.message;
}

/** A call to the Data API that failed, as a feature gives it on: what to quote, and the status to answer with. */
export function dataFailure(error: DataError | null, status: number | undefined): Failure {
  const isGivenUp = error?.code !== undefined && GIVEN_UP.includes(error.code);
  const reason = failureReason(error, status);
  return {
    ok: false,
    message: describeFailure(error),
    status: isGivenUp ? 503 : failureStatus(status),
    ...(reason !== undefined && { reason }),
  };
}

/** The Data API's codes for a token that it does not take: of a key it no longer knows, or run out by its own clock. */
const REFUSED_TOKEN = ["PGRST301", "PGRST303"];

/** The session of whoever asked is over. */
export const SESSION_ENDED = { ok: false, message: "session_ended", status: 401 } as const satisfies Failure;

/** Has the session of whoever asked ended, by the Data API's word? */
export function isRefusedToken(error: { code: string } | null): boolean {
  return error !== null && REFUSED_TOKEN.includes(error.code);
}

/** Want of a right. */
export const FORBIDDEN = "42501";

/**
 * Want of a right, and what the functions of the database raise (docs/decisions/database.md): what it means for a
 * change.
 */
const REFUSALS: Readonly<Record<string, Failure["status"]>> = {
  [FORBIDDEN]: 404,
  PT400: 400,
  PT401: 401,
  PT403: 403,
  PT404: 404,
  PT409: 409,
  PT410: 410,
  PT422: 422,
  PT429: 429,
};

export type ChangeError = { message: string; code: string; hint?: string | null };

/** A change that the database did not make, as a feature gives it on. Of a refusal, `message` is the name it has there. */
export function changeFailure(error: ChangeError, status: number | undefined): Failure {
  if (isRefusedToken(error)) return SESSION_ENDED;
  const refusal = REFUSALS[error.code];
  if (refusal) return { ok: false, message: error.message, status: refusal, ...(error.hint && { about: error.hint }) };
  return dataFailure(error, status);
}

/** Postgres's code for a row whose unique key is taken. */
const TAKEN = "23505";

/** Is this the refusal of a row whose `form_id` is there already? Then the same form came twice, and is saved. */
export function isSavedAlready(error: { code: string } | null): boolean {
  return error?.code === TAKEN;
}
