import { AsyncLocalStorage } from "node:async_hooks";
import postgres from "postgres";
import { apiError, type Fetch } from "./api.ts";

type Said = { code: string; message: string; details?: string | undefined; hint?: string | undefined };

/** An error that the library hands on as it is, as PostgREST would. */
export class DataApiError extends Error {
  readonly code = "PGRST";
  readonly detail: string;
  readonly status: number;
  constructor(status: number, said: Said) {
    super(JSON.stringify(said));
    this.detail = JSON.stringify({ status, headers: {} });
    this.status = status;
  }
}

/** The status that PostgREST answers with where Postgres's code begins so: the first that fits, or else 400. */
const STATUSES: readonly [begins: string, status: number][] = [
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["21", 500],
  ["23503", 409],
  ["23505", 409],
  ["25006", 405],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53400", 500],
  ["53", 503],
  ["54", 413],
  ["55", 500],
  ["57P01", 503],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0001", 400],
  ["P0", 500],
  ["XX", 500],
];

/** Of names and rights, and what functions raise for PostgREST: there the library answers as it does. */
const KNOWN_TO_LIBRARY = /^(42|PT|PGRST)/;

/** The same error, with the status and the code that PostgREST gives it. */
export function asPostgrest(error: unknown): unknown {
  // Values that lie too deep in one another overflow the library's stack before they reach Postgres's.
  if (error instanceof RangeError)
    return new DataApiError(413, { code: "54001", message: "stack depth limit exceeded" });
  if (!(error instanceof postgres.PostgresError) || KNOWN_TO_LIBRARY.test(error.code)) return error;
  const { code, message, detail: details, hint } = error;
  const [, status = 400] = STATUSES.find(([begins]) => code.startsWith(begins)) ?? [];
  return new DataApiError(status, { code, message, details, hint });
}

/** What the call that is being answered has met last. */
const met = new AsyncLocalStorage<{ error?: unknown }>();

/** Notes an error of the database for the call that is being answered. */
export function noteError(error: unknown): void {
  const call = met.getStore();
  if (call) call.error = error;
}

/**
 * Has the authentication service tell a value that can't be stored, and a database that is away, from any other error of the
 * database: the library answers 500 to all.
 */
export function withDatabaseErrors(next: Fetch): Fetch {
  return async (request) => {
    if (!new URL(request.url).pathname.startsWith("/auth/v1/")) return next(request);
    const call: { error?: unknown } = {};
    const answer = await met
      .run(call, () => next(request))
      .catch((error: unknown) => {
        if (call.error === undefined) throw error;
      });
    if (answer && (answer.status !== 500 || call.error === undefined)) return answer;
    const error = asPostgrest(call.error);
    const status = error instanceof DataApiError ? error.status : 500;
    if (status === 400) return apiError(status, "validation_failed", "A value can't be stored");
    return apiError(status >= 503 ? 503 : 500, "unexpected_failure", "Database error");
  };
}
