import { randomUUID } from "node:crypto";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import type { Database, Enums, Tables } from "../../../app/lib/backend/database.types.ts";
import { spareFetch } from "../http/spare-fetch.ts";
import { given, type BackendKeys } from "../services/given.ts";
import { mailedUrl } from "../services/mailbox.ts";
import { insertAccount } from "./account-rows.ts";

/** Where a backend is, and how to open it: what the tests pass around. @property database for `OwnerSession.of` */
export type BackendAccess = { url: string; keys: BackendKeys; database?: string };

const OPTIONS = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  global: { fetch: spareFetch },
};

/** The API as somebody who holds a key. */
export function connect(url: string, key: string): SupabaseClient<Database> {
  return createClient<Database>(url, key, OPTIONS);
}

/**
 * An address nobody has used: in letters, since Postgres reads "1234e56c" as a number and the word "c". They begin like no word
 * that a test looks for: "nodehkab" is found by "node".
 */
export function freshEmail(name = "person"): string {
  const letters = randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);
  const own = `zq${letters}`;
  return given ? `${name}-${given.run}-${own}@${given.emailDomain}` : `${name}-${own}@test.example`;
}

/** The token of the newest mail's link to an address. */
export async function mailedToken(
  url: string,
  email: string,
  type?: "recovery",
): Promise<{ token_hash: string; type: "signup" | "recovery" }> {
  const { searchParams } = await mailedUrl(url, email, type);
  return {
    token_hash: searchParams.get("token_hash") ?? "",
    type: searchParams.get("type") as "signup" | "recovery",
  };
}

/** The path of the newest mail's link to an address. */
export async function mailedPath(url: string, email: string, type?: "recovery"): Promise<string> {
  return `/client-auth?${new URLSearchParams(await mailedToken(url, email, type)).toString()}`;
}

export type Person = {
  email: string;
  password: string;
  userId: string;
  api: SupabaseClient<Database>;
  /** That of the sign-up, where it was made by its rows. */
  session?: Session;
};

/** Gives a confirmed account what its sign-up asked for, as the site does once the password has proved who signed up. */
async function keepProfile({ api, userId }: Person, data: Metadata): Promise<void> {
  const { company_name, full_name, phone } = data;
  if (company_name === undefined) return;
  await api.from("user_roles").insert({ user_id: userId, role: "client" });
  const { error } = await api.from("clients").insert({ user_id: userId, company_name, full_name, phone });
  if (error) throw error;
}

/** What a sign-up carries: whatever it likes, but text where the site reads it. */
type Metadata = Record<string, unknown> & Partial<Pick<Tables<"clients">, "company_name" | "full_name" | "phone">>;

const PASSWORD = "correct horse battery";

/** Signs somebody up, confirms the address by its mail, sets the password, which a confirmation drops, and signs in. */
export async function signUpByMail({ url, keys }: BackendAccess, data: Metadata): Promise<Person> {
  const api = connect(url, keys.publishable_key);
  const email = freshEmail();
  const { error } = await api.auth.signUp({ email, password: PASSWORD, options: { data } });
  if (error) throw error;
  const { data: verified, error: refused } = await api.auth.verifyOtp(await mailedToken(url, email));
  if (refused || !verified.user) throw refused ?? new Error("not confirmed");
  const { error: unset } = await api.auth.updateUser({ password: PASSWORD });
  if (unset) throw unset;
  const person = { email, password: PASSWORD, userId: verified.user.id, api };
  await keepProfile(person, data);
  return person;
}

/**
 * Somebody with a confirmed account, signed in: made by its rows where the database is the tests' own, else by mail.
 *
 * @param role what an operator gives them besides, if anything
 */
export async function signUpPerson(access: BackendAccess, data: Metadata, role?: Enums<"app_role">): Promise<Person> {
  const { url, keys, database } = access;
  if (database === undefined || given) {
    const person = await signUpByMail(access, data);
    if (role)
      await connect(url, keys.secret_key).from("user_roles").insert({ user_id: person.userId, role }).throwOnError();
    return person;
  }
  const email = freshEmail();
  await insertAccount(database, email, PASSWORD, data, role);
  const api = connect(url, keys.publishable_key);
  const signedIn = await api.auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  const { user, session } = signedIn.data;
  return { email, password: PASSWORD, userId: user.id, api, session };
}

/** A client with a company. */
export function signUpClient(access: BackendAccess, company: string): Promise<Person> {
  return signUpPerson(access, { company_name: company, full_name: "Client Person", phone: "12345" });
}

/** Signs somebody in once more. @returns the token of that session */
export async function freshToken({ url, keys }: BackendAccess, { email, password }: Person): Promise<string> {
  const { auth } = connect(url, keys.publishable_key);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session.access_token;
}
