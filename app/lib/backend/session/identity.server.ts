import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { setNewest } from "~/lib/bounded-map";
import { rememberPerson } from "./verified-token-cache.server";
import { env } from "~/lib/config/env.server";
import { rowId } from "~/lib/schema/fields";
import type { Failure } from "~/lib/result";
import { isClockWrong } from "~/lib/backend/backend-fetch.server";
import { describeFailure, failureReason } from "~/lib/backend/data-failures.server";
import { isOutage, type SessionClient } from "~/lib/backend/supabase.server";

/** Who is asking: a verified user, nobody, or unknown because the backend can't be asked. */
export type Identity = { state: "signed-in"; userId: string; email: string } | { state: "signed-out" } | Unavailable;

/** Why nobody can tell: in words for people, and for the log. */
export type Unavailable = { state: "unavailable"; message: string; reason?: string };

/** The failure of what only somebody signed in may have. */
export function unavailableFailure({ message, reason }: Unavailable): Failure {
  return { ok: false, message, status: 503, ...(reason !== undefined && { reason }) };
}

/** Longest wait for the answer to "who is this?", refreshing an expired session included, in milliseconds. */
const IDENTITY_TIMEOUT = 8_000;

/** How far the service's clock may be ahead of ours, in seconds. */
const CLOCK_SKEW = 60;

const ISSUER = `${env.SUPABASE_URL}/auth/v1`;

function notInFuture(time: number): boolean {
  return time <= Date.now() / 1000 + CLOCK_SKEW;
}

/** Whom a token is about, in sessions of a person here: any other audience or role is nobody's. */
const personSchema = z.object({
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  sub: rowId(),
  email: z.string().default(""),
});

/** What a token must say besides to be believed for its signature alone: issued by this project, for a session, by now. */
const issueSchema = z.object({
  iss: z.literal(ISSUER),
  session_id: rowId(),
  iat: z.number().refine(notInFuture),
  nbf: z.number().refine(notInFuture).optional(),
});

type AuthError = { message: string; status?: number | undefined };

function identityWithout(error: AuthError | null): Identity {
  if (!isOutage(error)) return { state: "signed-out" };
  const reason = failureReason(error, error?.status);
  return { state: "unavailable", message: describeFailure(error), ...(reason !== undefined && { reason }) };
}

/** By a clock that is wrong a session that was just given is over: to sign in again would lead here again. */
const CLOCK_IS_WRONG: Identity = {
  state: "unavailable",
  message: "The clock of this site is wrong, so nobody can sign in. Please try again later",
};

/** How the library says that a session is over which it has just had renewed. */
function isExpired(error: AuthError | null): boolean {
  return error?.message === "JWT has expired";
}

/** Asks the authentication service, which knows its sessions. */
async function askIdentity({ supabase }: SessionClient): Promise<Identity> {
  const { data, error } = await supabase.auth.getUser();
  if (data.user) return { state: "signed-in", userId: data.user.id, email: data.user.email ?? "" };
  return identityWithout(error);
}

/** What the token says, verified by the library; undefined for one that it can't read, or whose kind it doesn't know. */
async function readClaims({ supabase }: SessionClient) {
  try {
    return await supabase.auth.getClaims();
  } catch {
    return undefined;
  }
}

/** A token that was verified here stands for so long, in milliseconds: to verify it takes longer than to render half a page. */
const STANDS = 60_000;
/** The library gets a new token for one that ends within so many milliseconds (a minute and a half): that is not put off. */
const ENDS_SOON = 100_000;
/** So many are remembered: for a new one the oldest is forgotten. */
const MOST = 2_000;

const verified = new Map<string, { identity: Identity; until: number }>();

/** Remembers what the signature of a token has proved: the same letters prove it again. Nothing but a signature counts. */
function remember(token: string | undefined, identity: Identity, expires: number): void {
  if (token === undefined) return;
  setNewest(verified, token, { identity, until: Math.min(Date.now() + STANDS, expires * 1000 - ENDS_SOON) }, MOST);
}

async function verify(client: SessionClient): Promise<Identity> {
  const known = verified.get(client.accessToken ?? "");
  if (known && known.until > Date.now()) return known.identity;
  const answer = await readClaims(client);
  if (!answer) return askIdentity(client);
  if (!answer.data) return isExpired(answer.error) && isClockWrong() ? CLOCK_IS_WRONG : identityWithout(answer.error);
  const { claims, header, signature } = answer.data;
  const { data: person } = personSchema.safeParse(claims);
  if (!person) return { state: "signed-out" };
  // A symmetric signature only the service can verify: the library has asked it.
  const isVouchedFor = header.alg.startsWith("HS");
  const isBelieved = isVouchedFor || issueSchema.safeParse(claims).success;
  const identity: Identity = isBelieved
    ? { state: "signed-in", userId: person.sub, email: person.email }
    : await askIdentity(client);
  if (identity.state === "signed-in") rememberPerson(signature, identity.userId, claims.exp);
  if (isBelieved && !isVouchedFor) remember(client.accessToken, identity, claims.exp);
  return identity;
}

async function inTime(answer: Promise<Identity>): Promise<Identity> {
  const late: Identity = { state: "unavailable", message: "The service did not answer in time" };
  return Promise.race([answer, wait(IDENTITY_TIMEOUT, late, { ref: false })]);
}

/**
 * Says whose session this is (docs/decisions/sessions.md). What is in the cookie was in a visitor's hands and is never
 * believed: its signature is verified by the service's public key, which is kept, or by the service, where it signs
 * with a secret. A token that is right in itself may be of a session that has ended: the database sees to that, with
 * the data.
 */
export function identify(client: SessionClient): Promise<Identity> {
  return inTime(verify(client));
}

/** Asks the authentication service itself whose session this is, and whether it still holds. */
export function confirmIdentity(client: SessionClient): Promise<Identity> {
  return inTime(askIdentity(client));
}
