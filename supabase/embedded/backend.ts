import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { App } from "@supabase/lite";
import { sql } from "kysely";
import type { Mail } from "../functions/deliver-mail/options.ts";
import { postRequest } from "./api.ts";
import { SUBJECTS, withAuthRepairs, withoutNeedlessMails } from "./auth.ts";
import { withDatabaseErrors } from "./data-api-error.ts";
import { openDatabase, requestHeaders } from "./database.ts";
import type { EmbeddedEnvironment } from "./env.ts";
import { withExternalProviders } from "./external.ts";
import { keepDeliveries, serveFunction } from "./functions.ts";
import { createIdentityProvider } from "./identity-provider.ts";
import { loadKeys, metricsKeyOf } from "./keys.ts";
import { lockDirectory } from "./lock.ts";
import { Mailbox, mailboxPage } from "./mail.ts";
import { migrate, refuseOlderHistory } from "./migrate.ts";
import { hasOlderData, OlderDataError } from "./older-data.ts";
import { startSchedule } from "./schedule.ts";
import { seed } from "./seed.ts";
import { withSigningKey } from "./signing.ts";
import { leaveTokens } from "./verifying.ts";

/** The repository's `supabase/` folder. */
const SUPABASE = join(import.meta.dirname, "..");

/** What the library answers of its own: the rest, `/_system` above all, tells anybody the database's password and schema. */
const OPEN = ["/rest/v1/", "/auth/v1/"];

/**
 * Opens the embedded backend on a data directory: Postgres with every migration applied, the Data API, authentication,
 * the functions and the mailbox. The directory (`DATA_DIR`) holds everything: `postgres/`, `keys.json`, `mail/`, `crm/`, and
 * `catalogue.json`, which may be deleted. It is made when missing.
 *
 * @param onDatabaseEnd called when the database has ended by itself: nothing works without it
 * @throws OlderDataError, before any row is written, when a version before has made it; DirectoryInUseError when another
 *   process has it, PostgresError when Postgres can't run here
 */
export async function openBackend(environment: EmbeddedEnvironment, onDatabaseEnd: () => void) {
  const { DATA_DIR: dataDirectory, APP_URL: siteUrl } = environment;
  const url = `http://127.0.0.1:${environment.SUPABASE_PORT}`;
  if (hasOlderData(dataDirectory)) throw new OlderDataError("in the format of PGlite");
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDirectory);
  const keys = loadKeys(dataDirectory);
  const mailbox = new Mailbox(join(dataDirectory, "mail"));
  const opened = await openDatabase(dataDirectory, keys.database_password, onDatabaseEnd);
  const { connection, isUnchanged, followRoles, close } = opened;
  const database = connection.kysely;
  const migrations = join(SUPABASE, "migrations");
  await refuseOlderHistory(connection, migrations);
  const template = (name: keyof typeof SUBJECTS) => ({
    subject: SUBJECTS[name],
    content_path: join(SUPABASE, "templates", `${name}.html`),
  });
  const app = new App({
    connection,
    // As many rows as config.toml says of a project.
    api: { schemas: ["public"], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: keys.jwt_secret,
      publishable_key: keys.publishable_key,
      secret_key: keys.secret_key,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      minimum_password_length: 6,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        // With two confirmations the library asks only whoever has the old address: anybody could take another's.
        double_confirm_changes: false,
        template: {
          confirmation: template("confirmation"),
          recovery: template("recovery"),
          email_change: template("email_change"),
        },
      },
    },
    options: {
      server: { admin: false, disableStudio: true, middlewares: [leaveTokens] },
      drivers: { email: withoutNeedlessMails(mailbox, database) },
    },
  });
  await app.init();
  await migrate(app, migrations, await isUnchanged());
  await sql`
    update private.settings set sender_key = ${environment.SENDER_KEY ?? null},
      metrics_key_digest = encode(sha256(convert_to(${metricsKeyOf(keys)}, 'UTF8')), 'hex')
  `.execute(database);

  await followRoles();
  // What the first request makes ready nobody shall wait for.
  const first = await app.fetch(
    new Request(`${url}/rest/v1/contact_submissions?limit=0`, { headers: { apikey: keys.secret_key } }),
  );
  if (!first.ok) throw new Error(`The Data API does not answer: ${first.status} ${await first.text()}`);

  const functions = {
    supabaseUrl: url,
    supabaseKey: keys.publishable_key,
    secretKey: keys.secret_key,
    webhookUrl: environment.CRM_WEBHOOK_URL,
    webhookSecret: environment.CRM_WEBHOOK_SECRET ?? keys.webhook_secret,
    // The Data API without its port, which is closed before the functions are: what they have sent they still note.
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const { href } = new URL(input instanceof Request ? input.url : input);
      return href.startsWith(`${url}/rest/v1/`) ? handle(new Request(input, init)) : fetch(input, init);
    },
    keep: keepDeliveries(join(dataDirectory, "crm")),
    siteUrl,
    officePhone: environment.OFFICE_PHONE,
    send: async (mail: Mail) => mailbox.keep(mail),
    log: console.error,
  };
  const identityProvider = createIdentityProvider(url);
  const external = withExternalProviders(async (request) => app.fetch(request), {
    database,
    siteUrl,
    provider: identityProvider,
    enabled: environment.EXTERNAL_PROVIDERS.split(","),
  });
  const repaired = withAuthRepairs(external, {
    database,
    mailbox,
    publishableKey: keys.publishable_key,
    siteUrl,
    templates: join(SUPABASE, "templates"),
  });
  const { signing_key: key, jwt_secret: secret } = keys;
  const told = withDatabaseErrors(repaired);
  const api = key ? withSigningKey(told, { key, secret }) : told;

  if (environment.SEED_DEMO === "1") {
    mailbox.muted = true;
    await seed({
      database,
      keys,
      file: join(SUPABASE, "seed.sql"),
      signUp: (body) => api(postRequest(`${url}/auth/v1/signup`, keys.publishable_key, body)),
    });
    mailbox.muted = false;
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/mailbox.json") return Response.json(mailbox.list(searchParams.get("to")));
    if (pathname === "/mailbox") {
      return new Response(mailboxPage(mailbox.list()), { headers: { "content-type": "text/html; charset=utf-8" } });
    }
    const answer = await serveFunction(request, functions);
    if (answer) return answer;
    if (!OPEN.some((path) => pathname.startsWith(path))) return new Response("Not found", { status: 404 });
    return requestHeaders.run(Object.fromEntries(request.headers), () => api(request));
  }

  const stopSchedule = startSchedule({ database, functions, environment });

  return {
    identityProvider,
    fetch: handle,
    async close() {
      await stopSchedule();
      await close();
      unlock();
    },
  };
}
