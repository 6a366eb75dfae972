import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compare, hash } from "bcryptjs";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { apiError, postRequest, readJson, type Fetch } from "./api.ts";
import type { Mailbox } from "./mail.ts";

/** A mail of one kind goes to one address at most this often, in milliseconds. */
const MAIL_INTERVAL = 60_000;

const signUpBody = z.object({
  email: z.string(),
  password: z.string().min(6),
  data: z.record(z.string(), z.unknown()).optional(),
});
const signInBody = z.object({ email: z.string(), password: z.string() });
const resendBody = z.object({ email: z.string(), type: z.literal("signup") });
const recoverBody = z.object({ email: z.string() });

type KnownUser = {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  encrypted_password: string | null;
};

/** What bcrypt costs, by the variable that @supabase/lite reads as well: else the time would tell who is known. */
const BCRYPT_COST = Number(process.env["LITE_AUTH_BCRYPT_COST"]) || 10;

export type AuthOptions = {
  database: Kysely<unknown>;
  mailbox: Mailbox;
  publishableKey: string;
  siteUrl: string;
  /** The folder of the e-mail templates. */
  templates: string;
};

/** GoTrue's answer to who asks for another mail too soon; undefined when it is not. @param sentAt when the last one went */
function tooSoon(sentAt: string | null): Response | undefined {
  const wait = sentAt === null ? 0 : Date.parse(sentAt) + MAIL_INTERVAL - Date.now();
  if (wait <= 0) return undefined;
  const words = `For security purposes, you can only request this after ${Math.ceil(wait / 1000)} seconds.`;
  return apiError(429, "over_email_send_rate_limit", words);
}

/**
 * Puts what @supabase/lite 0.10.0 gets wrong in front of its authentication API. There a second sign-up of an address,
 * and every `resend`, answer 429 for ever; here both answer as GoTrue does, and an unconfirmed person gets the confirmation
 * mail again. There other mails go out as often as they are asked for; here, as with GoTrue, one of a kind in a minute. There a sign-in
 * tells that an address is not confirmed whatever the password; here, as GoTrue does, only to who knows it. An unknown
 * address costs as much time as a known one. There two refreshes of one token at the same time end a session; here both get
 * the next token. A sign-up that the database confirms has no session; here it has. And who asks
 * to sign in without a password is refused.
 */
export function withAuthRepairs(next: Fetch, options: AuthOptions): Fetch {
  const { database, mailbox, publishableKey, siteUrl, templates } = options;

  async function findUser(email: string): Promise<KnownUser | undefined> {
    const { rows } = await sql<KnownUser>`
      select id, email, email_confirmed_at, confirmation_sent_at, recovery_sent_at, encrypted_password
      from auth.users where email = ${email.trim().toLowerCase()}
    `.execute(database);
    return rows[0];
  }

  async function confirmAgain(user: KnownUser): Promise<Response | undefined> {
    if (user.email_confirmed_at) return undefined;
    const refusal = tooSoon(user.confirmation_sent_at);
    if (refusal) return refusal;
    const token = randomBytes(28).toString("hex");
    await sql`
      update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${user.id}::uuid
    `.execute(database);
    const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token, Email: user.email };
    const template = await readFile(join(templates, "confirmation.html"), "utf8");
    const html = template.replace(/\{\{ *\.(\w+) *\}\}/g, (_, name: string) => values[name] ?? "");
    await mailbox.send({ to: user.email, subject: SUBJECTS.confirmation, html });
    return undefined;
  }

  async function resend(request: Request): Promise<Response | undefined> {
    // What is wrong with any other body the library says.
    const body = await readJson(request, resendBody);
    if (!body) return undefined;
    const user = await findUser(body.email);
    return (user && (await confirmAgain(user))) ?? Response.json({});
  }

  async function recover(request: Request): Promise<Response | undefined> {
    const body = await readJson(request, recoverBody);
    const user = body && (await findUser(body.email));
    return tooSoon(user?.recovery_sent_at ?? null);
  }

  async function signUp(request: Request): Promise<Response | undefined> {
    const body = await readJson(request, signUpBody);
    if (!body) return undefined;
    const user = await findUser(body.email);
    if (!user) return (await beginSession(request, body)) ?? next(request);
    await hash(body.password, BCRYPT_COST);
    return (await confirmAgain(user)) ?? Response.json(decoyUser(user.email));
  }

  /** GoTrue reads back what it has written: an account that a trigger has confirmed gets a session at once. */
  async function beginSession(
    request: Request,
    { email, password, data }: z.output<typeof signUpBody>,
  ): Promise<Response | undefined> {
    // Nothing else confirms a sign-up here.
    if (!data || !("invitation_token" in data)) return undefined;
    const made = await next(request.clone());
    if (!made.ok || !(await findUser(email))?.email_confirmed_at) return made;
    await sql`update auth.users set confirmation_token = '' where email = ${email.trim().toLowerCase()}`.execute(
      database,
    );
    const { origin } = new URL(request.url);
    return next(postRequest(`${origin}/auth/v1/token?grant_type=password`, publishableKey, { email, password }));
  }

  async function signIn(request: Request): Promise<Response | undefined> {
    const body = await readJson(request, signInBody);
    if (!body) return undefined;
    const user = await findUser(body.email);
    // The library compares only where there is something to compare with, and looks at the confirmation before that.
    if (!user?.encrypted_password) await hash(body.password, BCRYPT_COST);
    else if (!user.email_confirmed_at && !(await compare(body.password, user.encrypted_password))) {
      return apiError(400, "invalid_credentials", "Invalid login credentials");
    }
    return undefined;
  }

  const repairs: Record<string, (request: Request) => Promise<Response | undefined>> = {
    "/auth/v1/resend": resend,
    "/auth/v1/recover": recover,
    "/auth/v1/signup": signUp,
    "/auth/v1/token": signIn,
  };

  let refreshed: Promise<unknown> = Promise.resolve();

  /** One after the other: the library ends a token before it makes the next, and whoever comes between has neither. */
  function refresh(request: Request): Promise<Response> {
    const answer = refreshed.then(() => next(request));
    refreshed = answer.catch(() => undefined);
    return answer;
  }

  return async function handle(request) {
    // Where the person comes back to stands in the query, and says nothing about what is asked.
    const { pathname, searchParams } = new URL(request.url);
    if (WITHOUT_PASSWORD.has(pathname)) return apiError(422, "otp_disabled", "Signups not allowed for otp");
    const isOurs = request.method === "POST" && request.headers.get("apikey") === publishableKey;
    const grant = pathname === "/auth/v1/token" ? searchParams.get("grant_type") : null;
    if (isOurs && grant === "refresh_token") return refresh(request);
    const isOther = pathname === "/auth/v1/token" && grant !== "password";
    const repair = isOurs && !isOther ? repairs[pathname] : undefined;
    return (await repair?.(request)) ?? next(request);
  };
}

/** The subjects of the mails about accounts, by their templates. */
export const SUBJECTS = {
  confirmation: "Confirm your e-mail address",
  email_change: "Confirm your new e-mail address",
  recovery: "Set a new password",
};

/**
 * The library writes its mail whatever triggers have made of an account: of one that is confirmed already nobody is asked.
 *
 * @returns the mailbox for the library
 */
export function withoutNeedlessMails(mailbox: Mailbox, database: Kysely<unknown>): Pick<Mailbox, "send"> {
  return {
    async send(message) {
      if (message.subject === SUBJECTS.confirmation) {
        const { rows } = await sql`
          select from auth.users where email = ${message.to} and email_confirmed_at is not null
        `.execute(database);
        if (rows.length > 0) return;
      }
      await mailbox.send(message);
    },
  };
}

/** Nobody signs in here without a password, and there the library takes an address for proved that nobody has proved. */
const WITHOUT_PASSWORD = new Set(["/auth/v1/otp", "/auth/v1/magiclink"]);

/** What GoTrue answers to the sign-up of an address it knows: a user with a fresh id and no identity. */
function decoyUser(email: string): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
