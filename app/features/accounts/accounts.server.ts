import { createContext, redirect } from "react-router";
import { z } from "zod";
import { dashboardPath, myDayPath, teamPath } from "~/content/navigation";
import type { Account as SignedIn } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import { Constants, type Enums, type Tables } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import type { Currency } from "~/lib/schema/money";
import { confirmIdentity, identify, type Identity } from "~/lib/backend/session/identity.server";
import { dataFailure, isRefusedToken, isSavedAlready } from "~/lib/backend/data-failures.server";
import { lookUpAsUser, omitNulls, parseResult } from "~/lib/backend/calls.server";
import { sessionContext, type Supabase } from "~/lib/backend/supabase.server";
import { setOwner } from "~/lib/forms/owner.server";
import { notify } from "~/lib/http/notice.server";
import { accountNotices } from "./notices";
import type { Profile } from "./schema";

/** What this request has found out about who is asking. */
type Known = { identity?: Promise<Identity>; account?: Promise<Result<Account | null>> };

const knownContext = createContext<Known | null>(null);

function knownOf(context: Context): Known {
  const known = context.get(knownContext) ?? {};
  context.set(knownContext, known);
  return known;
}

function supabaseOf(context: Context): Supabase {
  return context.get(sessionContext)().supabase;
}

/** Forgets the request's answer to "who is this?": somebody has just signed in. */
export function forgetIdentity(context: Context): void {
  context.set(knownContext, null);
}

/** Identifies who is asking, and notes that the forms of the answer are theirs. */
async function identifyOwner(context: Context): Promise<Identity> {
  const identity = await identify(context.get(sessionContext)());
  if (identity.state === "signed-in") setOwner(context, identity.userId);
  return identity;
}

/** Who is asking; verified once a request, however many loaders want to know, and mostly without asking the backend. */
export function getIdentity(context: Context): Promise<Identity> {
  return (knownOf(context).identity ??= identifyOwner(context));
}

/**
 * Who is asking, by the authentication service itself: before something is changed there (docs/decisions/sessions.md).
 */
export async function askIdentity(context: Context): Promise<Identity> {
  const identity = await getIdentity(context);
  return identity.state === "signed-in" ? confirmIdentity(context.get(sessionContext)()) : identity;
}

/** What of a query is gone on with: what was begun, and how a list is shown. What was looked for stands in no further address. */
const KEPT = ["draft", "group", "sort", "order", "kind", "state", "status", "priority", "unread", "month", "by"];

/** Sends somebody without a session to the sign-in, and from there back here; whose session has ended is told so. */
export function leaveToSignIn(context: Context, url: URL): Response {
  if (context.get(sessionContext)().hasSessionCookie) notify(context, accountNotices.signedOutByTime);
  const kept = [...url.searchParams].filter(([name, value]) => KEPT.includes(name) && /^[\w-]{1,40}$/.test(value));
  const path = kept.length === 0 ? url.pathname : `${url.pathname}?${new URLSearchParams(kept).toString()}`;
  const target = path === "/client-dashboard" ? "" : `?${new URLSearchParams({ redirectTo: path }).toString()}`;
  return redirect(`/client-auth${target}`);
}

/**
 * The signed-in user of a portal loader or action (§6).
 *
 * @returns the user; or why the backend can't tell, in which case nothing of anybody's may be shown
 * @throws a redirect to /client-auth when nobody is signed in
 */
export async function requireUser(context: Context, url: URL): Promise<Exclude<Identity, { state: "signed-out" }>> {
  const identity = await getIdentity(context);
  if (identity.state === "signed-out") throw leaveToSignIn(context, url);
  return identity;
}

/**
 * Has the session of this request ended? The service itself is asked: the token alone would not tell.
 *
 * @returns false also when the service can't say
 */
export async function isSessionOver(context: Context): Promise<boolean> {
  return (await confirmIdentity(context.get(sessionContext)())).state === "signed-out";
}

/** A person's role (§3), or null for none. */
export type Role = Enums<"app_role">;

/** Looks up the signed-in user's role (§7, "Role lookup"). */
export async function findRole(context: Context, userId: string): Promise<Result<Role | null>> {
  const found = await lookUpAsUser(context, (person) =>
    person.from("user_roles").select("role").eq("user_id", userId).maybeSingle(),
  );
  return found.ok ? { ok: true, value: found.value?.role ?? null } : found;
}

/** Is this a role of the team? */
export function isOfTheTeam(role: Role | null): role is Exclude<Role, "client"> {
  return role !== null && role !== "client";
}

/** Where signing in at /login leads (§4): the team to the site, everybody else to the dashboard. */
export function destinationOf(role: Role | null): "/" | "/client-dashboard" {
  return isOfTheTeam(role) ? "/" : "/client-dashboard";
}

/** Where a role begins: a recruiter with their day, others of the team with what has come in, all else with the dashboard. */
export function homeOf(role: Role | null): string {
  if (!isOfTheTeam(role)) return dashboardPath;
  return role === "recruiter" ? myDayPath : teamPath;
}

/** Makes the signed-in user a client (§7, "Role creation"). */
export async function becomeClient(context: Context, userId: string): Promise<Result> {
  const { error, status } = await supabaseOf(context).from("user_roles").insert({ user_id: userId, role: "client" });
  if (error) return dataFailure(error, status);
  return { ok: true, value: undefined };
}

/** The signed-in user's client record, as far as the site needs it (§7, "Client record"). */
type ClientRecord = Pick<Tables<"clients">, "id" | "company_name" | "full_name" | "phone">;

/** What the database knows of somebody whose session holds. */
export type Account = {
  role: Role | null;
  client: ClientRecord | null;
  /** What they may do in that company. */
  access: Enums<"member_access"> | null;
};

/** May somebody only read what their company has filed? */
export function isViewer(account: Account | null | undefined): boolean {
  return account?.access === "viewer";
}

const ACCOUNT_COLUMNS = "role, client_id, company_name, full_name, phone, access";

type AccountResponse = { data: AccountRow | null; error: { message: string; code: string } | null; status: number };

/** Whether the session holds and whose it is, as the database has answered; null when it has ended. */
function readAccount({ data, error, status }: AccountResponse): Result<Account | null> {
  if (isRefusedToken(error)) return { ok: true, value: null };
  if (error) return dataFailure(error, status);
  return { ok: true, value: data && readRow(data) };
}

async function askAccount(context: Context): Promise<Result<Account | null>> {
  return readAccount(await supabaseOf(context).from("current_account").select(ACCOUNT_COLUMNS).maybeSingle());
}

const { app_role, member_access } = Constants.public.Enums;

/** What the database says of an account: alone, and in a page's answer. */
const rowSchema = z.object({
  role: z.enum(app_role).nullable(),
  client_id: z.string().nullable(),
  company_name: z.string().nullable(),
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  access: z.enum(member_access).nullable(),
});
type AccountRow = z.output<typeof rowSchema>;

function readRow({ role, access, client_id: id, company_name, ...record }: AccountRow): Account {
  const client = id !== null && company_name !== null ? { id, company_name, ...record } : null;
  return { role, client, access };
}

/** Who is signed in, as a page's frame says it (`account`). */
export function accountOf(email: string, known: Result<Account | null>): SignedIn {
  const { client, access } = (known.ok && known.value) || {};
  return { email, name: client?.full_name ?? undefined, company: client?.company_name, access: access ?? undefined };
}

/** The account that came with what a page asked for. */
export function readAccountRow(row: unknown): Promise<Result<Account>> {
  return parseResult(rowSchema.transform(readRow), { ok: true, value: row });
}

/**
 * The account of the session; asked for once a request. @returns null when the session has ended
 * (docs/decisions/sessions.md)
 */
export function findAccount(context: Context): Promise<Result<Account | null>> {
  return (knownOf(context).account ??= askAccount(context));
}

/**
 * The account of who opens a blank form, and the currency of what their company has filed last: of who has filed nothing yet
 * it is undefined. Both are asked for by one question.
 */
export async function findFilingAccount(
  context: Context,
): Promise<{ known: Result<Account | null>; currency: Currency | undefined }> {
  const answer = await supabaseOf(context)
    .from("filing_account")
    .select(`${ACCOUNT_COLUMNS}, last_currency`)
    .maybeSingle();
  const known = readAccount(answer);
  knownOf(context).account = Promise.resolve(known);
  return { known, currency: answer.data?.last_currency ?? undefined };
}

/**
 * Gives somebody who has just proved their mailbox the company that their sign-up asked for; unless they are invited: then
 * they decide first, and it waits (docs/decisions/companies.md).
 *
 * @returns whether there is an invitation to decide on
 */
export async function beginCompany(context: Context, { company_name, full_name, phone }: Profile): Promise<boolean> {
  const entries = omitNulls({ company_name, full_name, phone });
  const { data } = await supabaseOf(context).rpc("begin_company", entries);
  return data === false;
}

/**
 * Gives the signed-in user a client record: what a provider-made account lacks (docs/decisions/specification.md). The
 * same profile sent twice is saved once, and both are told so; another one is refused, since the first stands.
 */
export async function saveProfile(context: Context, userId: string, profile: Profile): Promise<Result> {
  const { error, status } = await supabaseOf(context)
    .from("clients")
    .insert({ user_id: userId, ...profile });
  if (isSavedAlready(error)) {
    const found = await askAccount(context);
    if (!found.ok) return found;
    const client = found.value?.client;
    const isSame =
      client?.company_name === profile.company_name &&
      client.full_name === profile.full_name &&
      client.phone === profile.phone;
    if (!isSame) return { ok: false, message: "Your account has a company profile already", status: 400 };
  } else if (error) return dataFailure(error, status);
  delete knownOf(context).account;
  return { ok: true, value: undefined };
}
