/** An error that the library hands on as it is, as PostgREST would. */
export class DataApiError extends Error {
  readonly code = "PGRST";
  readonly detail: string;
  constructor(code: string, message: string, status: number) {
    super(JSON.stringify({ code, message }));
    this.detail = JSON.stringify({ status, headers: {} });
  }
}

/** A statement that took too long, and two that waited for each other: the library would hide which. */
const GIVEN_UP = ["57014", "40P01"];

/** The same error, with its code for whoever called. */
export function withCode(error: unknown): Error {
  const { code, message } = error as Error & { code?: string };
  return code !== undefined && GIVEN_UP.includes(code) ? new DataApiError(code, message, 500) : (error as Error);
}
