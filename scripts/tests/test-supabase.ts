// `npm run test:supabase`: the whole product, from journeys to policies and the schedule, against a Supabase that is there
// (docs/testing.md, "A project"). Which one: SUPABASE_URL and its sisters, else what `supabase start` has
// started, else an embedded backend of its own. Reads no .env, which may name the one that serves people.
// `npm run test:supabase -- http/accounts journey` runs the files with such names alone.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { parseEnv } from "node:util";
import { GIVEN } from "../../tests/support/services/given.ts";
import { freePort, TestBackend } from "../../tests/support/services/processes.ts";
import { SupabaseRun, type SupabasePlace } from "../../tests/support/services/supabase/supabase-run.ts";
import { fail } from "../fail.ts";
import type { Counts } from "./results.ts";
import { check, clearResults, conclude, playwright, report, vitest } from "./runners.ts";
import { toolPath } from "../needs/tools.ts";

const VITEST = [
  "tests/database/accounts.test.ts",
  "tests/database/catalogue.test.ts",
  "tests/database/matrix.test.ts",
  "tests/database/policies.test.ts",
  "tests/http/accounts.test.ts",
  "tests/http/candidate-own.test.ts",
  ...globSync("tests/http/client/*.test.ts").sort(),
  "tests/http/crm.test.ts",
  "tests/http/doubles.test.ts",
  "tests/http/nothing-lost.test.ts",
  "tests/http/sessions.test.ts",
  "tests/http/site/applying.test.ts",
  "tests/http/site/forms.test.ts",
  "tests/http/team/adverts.test.ts",
  "tests/http/team/applicants.test.ts",
  "tests/http/team/calls.test.ts",
  "tests/http/team/candidates.test.ts",
  "tests/http/team/finish.test.ts",
  "tests/http/team/handover.test.ts",
  "tests/http/team/inbox.test.ts",
  "tests/http/team/item.test.ts",
  "tests/http/team/list.test.ts",
  "tests/http/team/people.test.ts",
  "tests/http/team/person.test.ts",
  "tests/http/team/races.test.ts",
  "tests/http/team/requirements.test.ts",
  "tests/http/team/rights.test.ts",
];
const PLAYWRIGHT = [
  "tests/e2e/drafts.spec.ts",
  "tests/e2e/jobs.spec.ts",
  "tests/e2e/journey.spec.ts",
  "tests/e2e/messages.spec.ts",
  "tests/e2e/requirement-pages.spec.ts",
  "tests/e2e/team/calls.spec.ts",
];
const FILES = [...VITEST, ...PLAYWRIGHT];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !FILES.some((file) => file.includes(name)));
if (unknown.length > 0) fail(`No file has ${unknown.join(", ")} in its name. There are ${FILES.join(", ")}.`);

function isWanted(file: string): boolean {
  return wanted.length === 0 || wanted.some((name) => file.includes(name));
}

const variables = process.env;
const emailDomain = variables["TEST_EMAIL_DOMAIN"] || "test.example";

/** What each variable must begin with, which is no secret. */
const BEGINNINGS = { SUPABASE_URL: /^https?:/, MAILBOX_URL: /^https?:/, DATABASE_URL: /^postgres(ql)?:/ };

/** A complete place, or which variables are missing. */
function placeOf(values: Record<string, string | undefined>): SupabasePlace | { missing: string[] } {
  const names = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "DATABASE_URL", "MAILBOX_URL"];
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0) return { missing };
  const [url = "", publishableKey = "", secretKey = "", database = "", mailbox = ""] = names.map((name) =>
    values[name]?.replace(/\/$/, ""),
  );
  return { url, publishableKey, secretKey, database, mailbox, emailDomain, crm: givenCrm() };
}

/** The CRM that the tests play, when the functions there deliver to a port of this machine. */
function givenCrm(): SupabasePlace["crm"] {
  const { CRM_STAND_IN_PORT: port, CRM_WEBHOOK_SECRET: secret } = variables;
  if (!port) return undefined;
  if (!/^\d{1,5}$/.test(port) || !secret)
    throw new Error("CRM_STAND_IN_PORT is a port, with CRM_WEBHOOK_SECRET beside it.");
  return { port: Number(port), secret };
}

/** What `supabase start` has started, if it has. */
function localPlace(): SupabasePlace | undefined {
  for (const command of ["supabase", toolPath("supabase")]) {
    if (command === undefined) continue;
    const { status, stdout } = spawnSync(command, ["status", "-o", "env"], { encoding: "utf8" });
    if (status !== 0) continue;
    const values = parseEnv(stdout);
    const place = placeOf({
      SUPABASE_URL: values["API_URL"],
      SUPABASE_PUBLISHABLE_KEY: values["PUBLISHABLE_KEY"] || values["ANON_KEY"],
      SUPABASE_SECRET_KEY: values["SECRET_KEY"] || values["SERVICE_ROLE_KEY"],
      DATABASE_URL: values["DB_URL"],
      MAILBOX_URL: values["MAILPIT_URL"] || values["INBUCKET_URL"],
    });
    if (!("missing" in place)) return place;
  }
  return undefined;
}

async function findPlace(): Promise<{ place: SupabasePlace; what: string; remove: () => Promise<void> }> {
  const nothing = () => Promise.resolve();
  const named = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "MAILBOX_URL"];
  if (named.some((name) => variables[name])) {
    for (const [name, beginning] of Object.entries(BEGINNINGS)) {
      const value = variables[name];
      if (value && !(beginning.test(value) && URL.canParse(value))) throw new Error(`${name} is no such address.`);
    }
    const place = placeOf(variables);
    if ("missing" in place) throw new Error(`To name a Supabase, set ${place.missing.join(", ")} as well.`);
    return { place, what: place.url, remove: nothing };
  }
  const local = localPlace();
  if (local) return { place: local, what: `what \`supabase start\` has started (${local.url})`, remove: nothing };
  const crm = { port: await freePort(), secret: randomUUID() };
  const backend = await TestBackend.start("http://localhost:3000", {
    SEED_DEMO: "0",
    REDELIVERY_SECONDS: "3600",
    CRM_WEBHOOK_URL: `http://127.0.0.1:${crm.port}/hook`,
    CRM_WEBHOOK_SECRET: crm.secret,
  });
  const { url, keys, database } = backend;
  const place: SupabasePlace = {
    url,
    publishableKey: keys.publishable_key,
    secretKey: keys.secret_key,
    database,
    mailbox: `${url}/mailbox.json`,
    emailDomain,
    crm,
  };
  const what = "an embedded backend: SUPABASE_URL is not set, and `supabase start` has started nothing";
  return { place, what, remove: () => backend.remove() };
}

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));

async function runAll(): Promise<Counts[]> {
  const results: Counts[] = [];
  // One file after the other: they look at whole tables, and here they share them.
  const runners = [
    { files: VITEST.filter(isWanted), run: (files: string[]) => vitest(["--no-file-parallelism", ...files]) },
    { files: PLAYWRIGHT.filter(isWanted), run: (files: string[]) => playwright(files) },
  ];
  for (const { files, run } of runners) {
    if (isInterrupted) break;
    if (files.length > 0) results.push(...(await report([run(files)])));
  }
  return results;
}

const { place, what, remove } = await findPlace().catch(fail);
console.log(`The tests run against ${what}.`);
let results: Counts[] = [];
try {
  const run = await SupabaseRun.open(place, variables["TEST_WITH_OTHERS_DATA"] === "1");
  try {
    console.log(`Its people and companies carry -${run.given.run}- in their addresses.`);
    clearResults();
    variables[GIVEN] = JSON.stringify(run.given);
    results = [...(await report([check(["node", "scripts/build.ts"])])), ...(await runAll())];
  } finally {
    const { removed, after } = await run.close();
    const { accounts, rows } = after;
    console.log(`\n${removed} addresses of this run are gone; ${accounts} accounts and ${rows} rows are left.`);
    if (accounts + rows !== run.before.accounts + run.before.rows) {
      console.error(`There were ${run.before.accounts} and ${run.before.rows} before.`);
    }
  }
} catch (error) {
  await remove();
  fail(error);
}
await remove();
process.exit(isInterrupted ? 1 : conclude(results));
