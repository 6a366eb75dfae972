import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "@supabase/lite";
import { createPgliteConnection } from "@supabase/lite/pglite";
import { hash } from "bcryptjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../supabase/embedded/migrate.ts";
import { OwnerSession } from "../support/database.ts";
import { connect } from "../support/people.ts";
import { TestBackend } from "../support/processes.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const EMAIL = "older@test.example";
const PASSWORD = "older password";

/** What `keys.json` held before there was a database with a password. */
const KEYS = {
  publishable_key: "sb_publishable_of_an_older_directory",
  secret_key: `sb_${"secret"}_of_an_older_directory`,
  jwt_secret: "a secret of an older directory, long enough",
  session_secret: "another secret of an older directory",
  webhook_secret: "one more",
};

let home = "";
let older = "";
let newer = "";
/** Names, sizes and times of everything in a directory, and the text of its keys. */
function stateOf(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  const lines = files.map((file) => {
    const { size, mtimeMs } = statSync(join(directory, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return [...lines, readFileSync(join(directory, "keys.json"), "utf8")];
}

/** A data directory as the last version on PGlite left it: with its first six migrations. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "older-"));
  older = join(home, "older");
  // Root lends Postgres to a user of its own, who has to get there.
  newer = mkdtempSync(join(tmpdir(), "newer-"));
  const migrations = join(home, "migrations");
  for (const directory of [older, migrations, join(older, "mail")]) mkdirSync(directory);
  for (const file of readdirSync("supabase/migrations").sort().slice(0, 6)) {
    copyFileSync(join("supabase/migrations", file), join(migrations, file));
  }
  writeFileSync(join(older, "keys.json"), JSON.stringify(KEYS), { mode: 0o600 });
  const connection = await createPgliteConnection({ url: join(older, "db") });
  const app = new App({ connection, api: { schemas: ["public"] }, auth: { enabled: true } });
  await app.init();
  await migrate(app, migrations);
  await connection.driver.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, aud, role)
     values ($1, $2, $3, now(), '{"company_name":"Older Ltd","full_name":"Ann Older","phone":"+91 120 555 0100"}',
             'authenticated', 'authenticated')`,
    [PERSON, EMAIL, await hash(PASSWORD, 4)],
  );
  await connection.driver.query(
    "insert into public.contact_submissions (name, email, requirement) values ('Zoë O''Neil', 'zoe@test.example', E'two\\nlines')",
  );
  await connection.close();
});
afterAll(() => {
  for (const directory of [home, newer]) rmSync(directory, { recursive: true, force: true });
});

describe("a data directory of before the database was a real Postgres", () => {
  it("is refused in words before anything is written, with the way to take its data along", () => {
    const before = stateOf(older);
    const { status, stderr } = spawnSync(process.execPath, ["supabase/embedded/main.ts"], {
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: older, SUPABASE_PORT: "1", APP_URL: "http://localhost:3999" },
    });
    expect(status).toBe(1);
    expect(stderr).toContain("holds a database of an earlier version");
    expect(stderr).toContain(`npm run data:convert -- ${older} `);
    expect(stateOf(older)).toEqual(before);
  });

  function convert(...parameters: string[]) {
    return spawnSync(process.execPath, ["scripts/convert-data.ts", ...parameters], { encoding: "utf8" });
  }

  it("is converted: people sign in with their passwords, and what they sent is there", async () => {
    const before = stateOf(older);
    const { status, stdout, stderr } = convert(older, newer);
    expect(stderr).toBe("");
    expect(stdout).toContain("1 accounts");
    expect(status).toBe(0);
    expect(stateOf(older).filter((line) => !line.startsWith("lock "))).toEqual(before);
    expect(statSync(join(newer, "keys.json")).mode & 0o777).toBe(0o600);
    const backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" }, newer);
    try {
      const api = connect(backend.url, KEYS.publishable_key);
      const { data, error } = await api.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(PERSON);
      // What later migrations made of it: a company, with the person as its owner.
      const { data: account } = await api.from("current_account").select("*").single();
      expect(account).toMatchObject({ company_name: "Older Ltd" });
      const owner = OwnerSession.of(newer);
      const { rows } = await owner.query("select name, requirement from public.contact_submissions");
      expect(rows).toEqual([{ name: "Zoë O'Neil", requirement: "two\nlines" }]);
      await owner.close();
    } finally {
      await backend.stop();
    }
  });

  it("is not converted into a folder with anything in it, nor is a folder of this version", () => {
    expect(convert(older, home).stderr).toContain("is not empty");
    expect(convert(newer, join(home, "third")).stderr).toContain("holds no database of an earlier version");
    expect(convert(older).stderr).toContain("Usage");
  });
});
