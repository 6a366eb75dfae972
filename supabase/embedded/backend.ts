import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { App } from "@supabase/lite";
import { sql } from "kysely";
import type { Mail } from "../functions/deliver-mail/options.ts";
import {
  CONFIRMATION_SUBJECT,
  EMAIL_CHANGE_SUBJECT,
  RECOVERY_SUBJECT,
  withAuthRepairs,
  withoutNeedlessMails,
} from "./auth.ts";
import { openDatabase, requestHeaders } from "./database.ts";
import { withExternalProviders } from "./external.ts";
import { keepDeliveries, serveFunction } from "./functions.ts";
import { createIdentityProvider, type IdentityProvider } from "./identity-provider.ts";
import { loadKeys, metricsKeyOf, type Keys } from "./keys.ts";
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

export type BackendOptions = {
  /** Holds everything: `postgres/`, `keys.json`, `mail/`, `crm/`. Made when missing. */
  dataDirectory: string;
  /** The backend's own address, for the functions it calls itself with. */
  url: string;
  /** The site's public origin: where the links in the mails lead. */
  siteUrl: string;
  seedDemo: boolean;
  /** The external providers that are switched on, by GoTrue's names. */
  externalProviders: readonly string[];
  /** What the site proves by which network a form came from; without one a flood is counted by table alone. */
  senderKey?: string | undefined;
  /** The number to ring that mails name. */
  officePhone?: string | undefined;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  /** How often the functions are asked to send what is due: to the CRM, and mails. */
  redeliverySeconds: number;
  /** How long personal data is kept after its purpose has ended. */
  retentionDays: number;
  retentionDaysCandidates: number;
  /** Called when the database has ended by itself: nothing works without it. */
  onDatabaseEnd?: (() => void) | undefined;
};

export type Backend = {
  keys: Keys;
  identityProvider: IdentityProvider;
  fetch: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
};

/**
 * Opens the embedded backend on a data directory: Postgres with every migration applied, the Data API, authentication,
 * the functions and the mailbox.
 *
 * @throws OlderDataError, before anything is written, when a version before has made it; DirectoryInUseError when another
 *   process has it, PostgresError when Postgres can't run here
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { dataDirectory, siteUrl } = options;
  if (hasOlderData(dataDirectory)) throw new OlderDataError("in the format of PGlite");
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDirectory);
  const keys = loadKeys(dataDirectory);
  const mailbox = new Mailbox(join(dataDirectory, "mail"));
  const opened = await openDatabase(dataDirectory, keys.database_password, options.onDatabaseEnd);
  const { connection, followRoles, close } = opened;
  const migrations = join(SUPABASE, "migrations");
  await refuseOlderHistory(connection, migrations);
  const template = (name: string, subject: string) => ({
    subject,
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
          confirmation: template("confirmation", CONFIRMATION_SUBJECT),
          recovery: template("recovery", RECOVERY_SUBJECT),
          email_change: template("email_change", EMAIL_CHANGE_SUBJECT),
        },
      },
    },
    options: {
      server: { admin: false, disableStudio: true, middlewares: [leaveTokens] },
      drivers: { email: withoutNeedlessMails(mailbox, connection.kysely) },
    },
  });
  await app.init();
  await migrate(app, migrations);
  await sql`update private.settings set sender_key = ${options.senderKey ?? null}`.execute(connection.kysely);

  // @supabase/lite reads the catalogue at its first request: nobody shall wait for that.
  const first = await app.fetch(
    new Request(`${options.url}/rest/v1/contact_submissions?limit=0`, { headers: { apikey: keys.secret_key } }),
  );
  if (!first.ok) throw new Error(`The Data API does not answer: ${first.status} ${await first.text()}`);
  await sql`update private.settings set metrics_key_digest = encode(sha256(convert_to(${metricsKeyOf(keys)}, 'UTF8')), 'hex')`.execute(
    connection.kysely,
  );
  await followRoles();

  const functions = {
    supabaseUrl: options.url,
    supabaseKey: keys.publishable_key,
    secretKey: keys.secret_key,
    webhookUrl: options.webhookUrl,
    webhookSecret: options.webhookSecret ?? keys.webhook_secret,
    fetch,
    keep: keepDeliveries(join(dataDirectory, "crm")),
    siteUrl,
    officePhone: options.officePhone,
    send: async (mail: Mail) => mailbox.keep(mail),
    log: console.error,
  };
  const identityProvider = createIdentityProvider(options.url);
  const external = withExternalProviders(async (request) => app.fetch(request), {
    database: connection.kysely,
    siteUrl,
    provider: identityProvider,
    enabled: options.externalProviders,
  });
  const repaired = withAuthRepairs(external, {
    database: connection.kysely,
    mailbox,
    publishableKey: keys.publishable_key,
    siteUrl,
    templates: join(SUPABASE, "templates"),
  });
  const { signing_key: key, jwt_secret: secret } = keys;
  const api = key ? withSigningKey(repaired, { key, secret }) : repaired;

  if (options.seedDemo) {
    mailbox.muted = true;
    await seed({
      database: connection.kysely,
      keys,
      file: join(SUPABASE, "seed.sql"),
      signUp: (body) =>
        api(
          new Request(`${options.url}/auth/v1/signup`, {
            method: "POST",
            headers: { apikey: keys.publishable_key, "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
        ),
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

  const stopSchedule = startSchedule({
    database: connection.kysely,
    functions,
    redeliverySeconds: options.redeliverySeconds,
    retentionDays: options.retentionDays,
    retentionDaysCandidates: options.retentionDaysCandidates,
  });

  return {
    keys,
    identityProvider,
    fetch: handle,
    async close() {
      await stopSchedule();
      await close();
      unlock();
    },
  };
}
