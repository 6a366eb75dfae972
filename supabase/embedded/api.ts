import type { z } from "zod";

/** The API, or what stands before a part of it. */
export type Fetch = (request: Request) => Promise<Response>;

/** An error as GoTrue answers it. */
export function apiError(status: number, code: string, msg: string): Response {
  return Response.json({ code: status, error_code: code, msg }, { status });
}

/** A request that posts JSON with a key of the API. */
export function postRequest(url: string, apikey: string, body: object): Request {
  const headers = { apikey, "content-type": "application/json" };
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** A body that is the JSON a schema asks for, which others may still read; undefined for any other. */
export async function readJson<Schema extends z.ZodType>(
  message: Request | Response,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const copy = message.clone();
  const body: unknown = await copy.json().catch(() => null);
  return schema.safeParse(body).data;
}
