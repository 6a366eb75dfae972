import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { z } from "zod";
import { apiError, type Fetch } from "./api.ts";
import type { IdentityProvider } from "./identity-provider.ts";

export type ExternalOptions = {
  database: Kysely<unknown>;
  siteUrl: string;
  provider: IdentityProvider;
  /** The providers' names as GoTrue knows them; all are the one local provider. */
  enabled: readonly string[];
};

type Flow = { id: string; auth_code: string; provider_type: string; referrer: string };

const userInfo = z.object({ sub: z.string(), email: z.email(), email_verified: z.literal(true), name: z.string() });
const tokenAnswer = z.object({ access_token: z.string() });

function redirectTo(url: URL): Response {
  return new Response(null, { status: 302, headers: { Location: url.href } });
}

/**
 * Gives the embedded backend what @supabase/lite 0.10.0 can't do: `/auth/v1/authorize` and `/auth/v1/callback` for
 * providers of our choosing. The code that goes back to the site is redeemed by lite's own PKCE exchange.
 */
export function withExternalProviders(next: Fetch, options: ExternalOptions): Fetch {
  const { database, siteUrl, provider, enabled } = options;

  function returnAddress(given: string | null): string {
    if (!given || !URL.canParse(given)) return siteUrl;
    return new URL(given).origin === new URL(siteUrl).origin ? given : siteUrl;
  }

  async function authorize(url: URL): Promise<Response> {
    const name = url.searchParams.get("provider") ?? "";
    if (!enabled.includes(name)) {
      return apiError(400, "validation_failed", "Unsupported provider: provider is not enabled");
    }
    const challenge = url.searchParams.get("code_challenge");
    if (!challenge) return apiError(400, "validation_failed", "PKCE flow required");
    const id = randomUUID();
    await sql`
      insert into auth.flow_state
        (id, auth_code, authentication_method, code_challenge, code_challenge_method, provider_type, referrer)
      values (${id}::uuid, ${randomUUID()}, 'oauth', ${challenge}, 's256', ${name},
              ${returnAddress(url.searchParams.get("redirect_to"))})
    `.execute(database);
    const target = new URL(provider.authorizeUrl);
    target.search = new URLSearchParams({
      client_id: provider.clientId,
      redirect_uri: `${url.origin}/auth/v1/callback`,
      response_type: "code",
      scope: "openid email profile",
      state: id,
      // Each click asks who it is: one may try both buttons as two people.
      prompt: "login",
    }).toString();
    return redirectTo(target);
  }

  async function findFlow(state: string | null): Promise<Flow | undefined> {
    if (!z.uuid().safeParse(state).success) return undefined;
    const { rows } = await sql<Flow>`
      select id, auth_code, provider_type, referrer from auth.flow_state
      where id = ${state}::uuid and user_id is null and created_at > now() - interval '5 minutes'
    `.execute(database);
    return rows[0];
  }

  /** Asks the provider whom the code stands for. */
  async function identify(code: string, callback: string): Promise<z.infer<typeof userInfo>> {
    const answer = await fetch(provider.tokenUrl, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: callback,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
      }),
    });
    const { access_token: token } = tokenAnswer.parse(await answer.json());
    const info = await fetch(provider.userInfoUrl, { headers: { Authorization: `Bearer ${token}` } });
    return userInfo.parse(await info.json());
  }

  /** The account of a provider's identity: known, or joined by its verified address, or new. */
  async function findOrCreateUser(
    transaction: Transaction<unknown>,
    name: string,
    info: z.infer<typeof userInfo>,
  ): Promise<string> {
    const email = info.email.toLowerCase();
    const { name: full_name, sub: provider_id } = info;
    const names = { name: full_name, full_name, sub: provider_id, provider_id, iss: provider.issuer };
    const data = JSON.stringify({ ...names, email, email_verified: true, phone_verified: false });
    const known = await sql<{ user_id: string }>`
      select user_id from auth.identities where provider = ${name} and provider_id = ${info.sub}
    `.execute(transaction);
    if (known.rows[0]) return known.rows[0].user_id;
    const existing = await sql<{ id: string; email_confirmed_at: string | null }>`
      select id, email_confirmed_at from auth.users where email = ${email}
    `.execute(transaction);
    const id = existing.rows[0]?.id ?? randomUUID();
    if (!existing.rows[0]) {
      const app = JSON.stringify({ provider: name, providers: [name] });
      await sql`
        insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
        values (${id}::uuid, ${email}, now(), ${data}::jsonb, ${app}::jsonb)
      `.execute(transaction);
    } else if (!existing.rows[0].email_confirmed_at) {
      // What was set by whoever signed up with this address goes with it: a trigger of the migrations.
      await sql`update auth.users set email_confirmed_at = now() where id = ${id}::uuid`.execute(transaction);
    }
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
      values (${randomUUID()}::uuid, ${name}, ${info.sub}, ${id}::uuid, ${data}::jsonb, now())
    `.execute(transaction);
    return id;
  }

  async function callback(url: URL): Promise<Response> {
    const flow = await findFlow(url.searchParams.get("state"));
    if (!flow) return apiError(400, "bad_oauth_state", "OAuth state not found or expired");
    const target = new URL(flow.referrer);
    const refuse = (error: string, description: string) => {
      target.searchParams.set("error", error);
      target.searchParams.set("error_description", description);
      return redirectTo(target);
    };
    const error = url.searchParams.get("error");
    if (error) return refuse(error, url.searchParams.get("error_description") ?? error);
    try {
      const info = await identify(url.searchParams.get("code") ?? "", `${url.origin}/auth/v1/callback`);
      await database.transaction().execute(async (transaction) => {
        const userId = await findOrCreateUser(transaction, flow.provider_type, info);
        await sql`
          update auth.flow_state set user_id = ${userId}::uuid, auth_code_issued_at = now() where id = ${flow.id}::uuid
        `.execute(transaction);
      });
    } catch {
      return refuse("server_error", "Unable to exchange external code");
    }
    target.searchParams.set("code", flow.auth_code);
    return redirectTo(target);
  }

  return async function handle(request) {
    const url = new URL(request.url);
    if (request.method === "GET" && url.pathname === "/auth/v1/authorize") return authorize(url);
    if (request.method === "GET" && url.pathname === "/auth/v1/callback") return callback(url);
    return next(request);
  };
}
