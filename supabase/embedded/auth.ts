import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import type { Mailbox } from "./mail.ts";

type Fetch = (request: Request) => Promise<Response>;

/** A confirmation mail goes out at most this often to one address, in milliseconds. */
const RESEND_INTERVAL = 60_000;

const signUpBody = z.object({ email: z.string(), password: z.string().min(6) });
const resendBody = z.object({ email: z.string(), type: z.literal("signup") });

type PendingUser = {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
};

export type AuthOptions = {
  database: Kysely<unknown>;
  mailbox: Mailbox;
  publishableKey: string;
  siteUrl: string;
  /** The folder of the e-mail templates. */
  templates: string;
};

/**
 * Puts what @supabase/lite 0.10.0 gets wrong in front of its authentication API: there a second sign-up of an address,
 * and every `resend`, answer 429 for ever. Here both answer as GoTrue does, the same for known and unknown addresses,
 * and an unconfirmed person gets the confirmation mail again.
 */
export function withAuthRepairs(next: Fetch, options: AuthOptions): Fetch {
  const { database, mailbox, publishableKey, siteUrl, templates } = options;

  async function findUser(email: string): Promise<PendingUser | undefined> {
    const { rows } = await sql<PendingUser>`
      select id, email, email_confirmed_at, confirmation_sent_at from auth.users where email = ${email.trim().toLowerCase()}
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

  return async function handle(request) {
    const { pathname } = new URL(request.url);
    const isOurs = request.method === "POST" && request.headers.get("apikey") === publishableKey;
    if (isOurs && pathname === "/auth/v1/resend") {
      const { data } = resendBody.safeParse(
        await request
          .clone()
          .json()
          .catch(() => null),
      );
      if (data) {
        const user = await findUser(data.email);
        if (user) await confirmAgain(user);
        return Response.json({});
      }
    }
    if (isOurs && pathname === "/auth/v1/signup") {
      const { data } = signUpBody.safeParse(
        await request
          .clone()
          .json()
          .catch(() => null),
      );
      const user = data && (await findUser(data.email));
      if (user) {
        await confirmAgain(user);
        return Response.json(decoyUser(user.email));
      }
    }
    return next(request);
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
