import type { z } from "zod";
import type { Context } from "~/lib/http/context";
import { tellTomorrow } from "~/lib/limits/daily-bounds.server";
import { senderHeaders } from "~/lib/limits/sender-network.server";
import type { Failure, Result } from "~/lib/result";
import {
  changeFailure,
  dataFailure,
  describeFailure,
  FORBIDDEN,
  isRefusedToken,
  isSavedAlready,
  SESSION_ENDED,
  type ChangeError,
} from "./data-failures.server";
import { createAnonymousClient, sessionContext, type Supabase } from "./supabase.server";

/** A call to the Data API, as the library makes it. */
export type Call<Value> = (visitor: Supabase) => PromiseLike<{
  data: Value;
  error: ChangeError | null;
  status: number;
}>;

type WithoutNulls<Entries> = { [Name in keyof Entries as null extends Entries[Name] ? never : Name]: Entries[Name] } & {
  [Name in keyof Entries as null extends Entries[Name] ? Name : never]?: NonNullable<Entries[Name]>;
};

/** A function's arguments without those that are null: left out, they are what the function says without them. */
export function omitNulls<Entries extends object>(entries: Entries): WithoutNulls<Entries> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null)) as WithoutNulls<Entries>;
}

/** Asks something as a visitor: whatever session the browser has is left out of it. */
export async function queryAsVisitor<Value>(ask: Call<Value>): Promise<Result<Value>> {
  const { data, error, status } = await ask(createAnonymousClient());
  return error ? dataFailure(error, status) : { ok: true, value: data };
}

/** Has a function of the database do something for a visitor: what they hold tells who they are. */
export async function callAsVisitor<Value>(context: Context, change: Call<Value>): Promise<Result<Value>> {
  const { data, error, status } = await change(createAnonymousClient(senderHeaders(context)));
  return error ? changeFailure(error, status) : { ok: true, value: data };
}

/**
 * Why somebody was refused: also for want of a right whose session the database has ended, which their token outlives by an
 * hour at most.
 */
async function explainRefusal(supabase: Supabase, { code }: ChangeError, failure: Failure): Promise<Failure> {
  if (code !== FORBIDDEN && failure.status !== 404) return failure;
  const { data, error } = await supabase.from("current_account").select("role").maybeSingle();
  return isRefusedToken(error) || (error === null && data === null) ? SESSION_ENDED : failure;
}

/** Has a function of the database change something, as the signed-in person. */
export async function mutateAsUser<Value>(context: Context, change: Call<Value>): Promise<Result<Value>> {
  const { supabase } = context.get(sessionContext)();
  const { data, error, status } = await change(supabase);
  if (!error) return { ok: true, value: data };
  const failure = await explainRefusal(supabase, error, changeFailure(error, status));
  tellTomorrow(context, failure);
  return failure;
}

/** Reads something as the signed-in person. */
export async function queryAsUser<Value>(context: Context, ask: Call<Value>): Promise<Result<NonNullable<Value>>> {
  const found = await lookUpAsUser(context, ask);
  if (!found.ok) return found;
  const { value } = found;
  return value === null || value === undefined ? dataFailure(null, undefined) : { ok: true, value };
}

/** Looks up what may not be there, as the signed-in person: then null is the answer. */
export async function lookUpAsUser<Value>(context: Context, ask: Call<Value>): Promise<Result<Value>> {
  const { supabase } = context.get(sessionContext)();
  const { data, error, status } = await ask(supabase);
  return error ? explainRefusal(supabase, error, dataFailure(error, status)) : { ok: true, value: data };
}

/** What a function of the database answers, by its schema. @param otherwise the status of what is none of it */
export async function parseResult<Schema extends z.ZodType>(
  schema: Schema,
  asked: Promise<Result<unknown>> | Result<unknown>,
  otherwise: 502 | 503 = 502,
): Promise<Result<z.output<Schema>>> {
  const answer = await asked;
  if (!answer.ok) return answer;
  const read = schema.safeParse(answer.value);
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, message: describeFailure(null), status: otherwise };
}

/** Rows of which one column is read by its schema. */
export async function parseColumn<Row, Column extends keyof Row, Schema extends z.ZodType>(
  asked: Promise<Result<Row[] | null>>,
  column: Column,
  schema: Schema,
): Promise<Result<(Omit<Row, Column> & Record<Column, z.output<Schema>>)[]>> {
  const found = await asked;
  if (!found.ok) return found;
  const rows: (Omit<Row, Column> & Record<Column, z.output<Schema>>)[] = [];
  for (const row of found.value ?? []) {
    const read = await parseResult(schema, { ok: true, value: row[column] });
    if (!read.ok) return read;
    rows.push({ ...row, [column]: read.value });
  }
  return { ok: true, value: rows };
}

/**
 * Writes one row as a visitor (§7), once, and says which network they are in. Nothing comes back: a visitor may write, not
 * read.
 */
export async function insertAsVisitor(context: Context, insert: Call<null>): Promise<Result> {
  const { error, status } = await insert(createAnonymousClient(senderHeaders(context)));
  return error && !isSavedAlready(error) ? dataFailure(error, status) : { ok: true, value: undefined };
}
