import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";

// What supabase/selfhost/migrate.sh runs at each start.
const SURROUNDINGS = `
  create schema private;
  create table private.settings (only_row boolean primary key default true, retention_days integer not null default 730,
                                 retention_days_candidates integer not null default 365,
                                 metrics_key_digest text, sender_key text);
  insert into private.settings default values;
`;
const settings = readFileSync("supabase/selfhost/settings.sql", "utf8");
const vaultStandIn = readFileSync("tests/support/services/supabase/vault-stand-in.sql", "utf8");

let database: OwnerSession;
beforeAll(async () => {
  database = await OwnerSession.alone();
  await database.exec(SURROUNDINGS + vaultStandIn);
});
afterAll(() => database.close());

async function start(key: string, days: number, { metrics = "", sender = "" } = {}) {
  await database.query(
    `select set_config('agency.functions_key', $1, false), set_config('agency.retention_days', $2, false),
            set_config('agency.retention_days_candidates', $2, false),
            set_config('agency.metrics_key', $3, false), set_config('agency.sender_key', $4, false)`,
    [key, String(days), metrics, sender],
  );
  await database.exec(settings);
  const secrets = await database.query("select name, secret, writes from vault.secrets order by name");
  const kept = await database.query<{ days: number; digest: string | null; sender: string | null }>(
    "select retention_days as days, metrics_key_digest as digest, sender_key as sender from private.settings",
  );
  return { secrets: secrets.rows, ...kept.rows[0] };
}

/** What the Vault holds, by name. */
function vault(key: string, writes: number) {
  return [
    { name: "deliver_mail_key", secret: key, writes },
    { name: "deliver_mail_url", secret: "http://gateway:8000/functions/v1/deliver-mail", writes: 1 },
    { name: "sync_crm_key", secret: key, writes },
    { name: "sync_crm_url", secret: "http://gateway:8000/functions/v1/sync-crm", writes: 1 },
  ];
}

it("a key that was rotated in .env is rotated in the Vault, and one that was not is not written again", async () => {
  const none = { digest: null, sender: null };
  expect(await start("first", 730)).toEqual({ secrets: vault("first", 1), days: 730, ...none });
  expect(await start("first", 365)).toEqual({ secrets: vault("first", 1), days: 365, ...none });
  expect(await start("se'cond", 365)).toEqual({ secrets: vault("se'cond", 2), days: 365, ...none });
});

it("the metrics' key is kept as its digest, and one that is taken out of .env is forgotten", async () => {
  const digest = createHash("sha256").update("a key of the metrics").digest("hex");
  expect(await start("key", 730, { metrics: "a key of the metrics" })).toMatchObject({ digest });
  expect(await start("key", 730)).toMatchObject({ digest: null });
});

it("knows the site's forms by the key that .env has, and by none when it has none", async () => {
  expect(await start("first", 730, { sender: "what the site has" })).toMatchObject({ sender: "what the site has" });
  expect(await start("first", 730)).toMatchObject({ sender: null });
});
