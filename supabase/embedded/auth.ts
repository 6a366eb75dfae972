import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compare, hash } from "bcryptjs";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import type { Mailbox } from "./mail.ts";

type Fetch = (request: Request) => Promise<Response>;

/** A confirmation mail goes out at most this often to one address, in milliseconds. */
const RESEND_INTERVAL = 60_000;

const signUpBody = z.object({ email: z.string(), password: z.string().min(6) });
const signInBody = z.object({ email: z.string(), password: z.string() });
const resendBody = z.object({ email: z.string(), type: z.literal("signup") });

type PendingUser = {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
  encrypted_password: string | null;
};

/** What bcrypt costs here, as in @supabase/lite. */
const BCRYPT_COST = 10;

export type AuthOptions = {
  database: Kysely<unknown>;
  mailbox: Mailbox;
  publishableKey: string;
  siteUrl: string;
  /** The folder of the e-mail templates. */
  templates: string;
};

/** A body that is the JSON a schema asks for; else undefined, and the library says what is wrong with it. */
async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  return schema.safeParse(body).data;
}

/**
 * Puts what @supabase/lite 0.10.0 gets wrong in front of its authentication API. There a second sign-up of an address,
 * and every `resend`, answer 429 for ever; here both answer as GoTrue does, the same for known and unknown addresses, and
 * an unconfirmed person gets the confirmation mail again. There a sign-in tells that an address is not confirmed whatever
 * the password; here, as GoTrue does, only to who knows it. And an unknown address costs as much time as a known one.
 */
export function withAuthRepairs(next: Fetch, options: AuthOptions): Fetch {
  const { database, mailbox, publishableKey, siteUrl, templates } = options;

  async function findUser(email: string): Promise<PendingUser | undefined> {
    const { rows } = await sql<PendingUser>`
      select id, email, email_confirmed_at, confirmation_sent_at, encrypted_password
      from auth.users where email = ${email.trim().toLowerCase()}
    `.execute(database);
    return rows[0];
  }

  async function confirmAgain(user: PendingUser): Promise<void> {
    if (user.email_confirmed_at) return;
    if (Date.now() - Date.parse(user.confirmation_sent_at ?? "1970-01-01") < RESEND_INTERVAL) return;
    const token = randomBytes(28).toString("hex");
    await sql`
      update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${user.id}::uuid
    `.execute(database);
    const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token, Email: user.email };
    const template = await readFile(join(templates, "confirmation.html"), "utf8");
    const html = template.replace(/\{\{ *\.(\w+) *\}\}/g, (_, name: string) => values[name] ?? "");
    await mailbox.send({ to: user.email, subject: CONFIRMATION_SUBJECT, html });
  }

  async function resend(request: Request): Promise<Response | undefined> {
    const body = await readBody(request, resendBody);
    if (!body) return undefined;
    const user = await findUser(body.email);
    if (user) await confirmAgain(user);
    return Response.json({});
  }

  async function signUp(request: Request): Promise<Response | undefined> {
    const body = await readBody(request, signUpBody);
    const user = body && (await findUser(body.email));
    if (!user) return undefined;
    await hash(body.password, BCRYPT_COST);
    await confirmAgain(user);
    return Response.json(decoyUser(user.email));
  }

  async function signIn(request: Request): Promise<Response | undefined> {
    const body = await readBody(request, signInBody);
    if (!body) return undefined;
    const user = await findUser(body.email);
    // The library compares only where there is something to compare with, and looks at the confirmation before that.
    if (!user?.encrypted_password) await hash(body.password, BCRYPT_COST);
    else if (!user.email_confirmed_at && !(await compare(body.password, user.encrypted_password))) {
      const msg = "Invalid login credentials";
      return Response.json({ code: 400, error_code: "invalid_credentials", msg }, { status: 400 });
    }
    return undefined;
  }

  const repairs: Record<string, (request: Request) => Promise<Response | undefined>> = {
    "/auth/v1/resend": resend,
    "/auth/v1/signup": signUp,
    "/auth/v1/token?grant_type=password": signIn,
  };

  return async function handle(request) {
    const { pathname, search } = new URL(request.url);
    const isOurs = request.method === "POST" && request.headers.get("apikey") === publishableKey;
    const repair = isOurs ? repairs[pathname + search] : undefined;
    return (await repair?.(request)) ?? next(request);
  };
}

export const CONFIRMATION_SUBJECT = "Confirm your e-mail address";
export const EMAIL_CHANGE_SUBJECT = "Confirm your new e-mail address";
export const RECOVERY_SUBJECT = "Set a new password";

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
