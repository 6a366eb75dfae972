import { afterAll, expect, it } from "vitest";
import { refusalWords } from "~/lib/backend/refusals";
import { openDatabase } from "../support/services/own-backend.ts";
import { openBackend } from "../support/services/processes.ts";

const backend = await openBackend("http://localhost:3999", { SEED_DEMO: "0" });
afterAll(() => backend.remove());
const database = openDatabase(backend);

/** What no page shows: a machine's key, and the end of a trial. */
const UNREAD = ["wrong_key", "KGH00"];

/** What stands in quotes after some words of the functions that there are now. */
async function quotedAfter(before: string): Promise<string[]> {
  const { rows } = await database.query<{ found: string }>(
    `select distinct found[1] as found from pg_proc,
       regexp_matches(prosrc, $1 || '[^;'']*''([^'']+)''', 'gi') as found
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    [before],
  );
  return rows.map(({ found }) => found);
}

/** What the triggers of a function are given. */
async function triggerArguments(name: string): Promise<string[]> {
  const { rows } = await database.query<{ given: string }>(
    `select distinct convert_from(substr(tgargs, 1, octet_length(tgargs) - 1), 'utf8') as given
       from pg_trigger where tgfoid = to_regproc($1) and tgnargs = 1`,
    [name],
  );
  return rows.map(({ given }) => given);
}

it("says each name that the database raises in words", async () => {
  const raised = await quotedAfter("raise exception");
  // Two names are made of a part that is counted, or looked at.
  expect(raised).toContain("%");
  const parts = await quotedAfter("raise exception '%',");
  expect(parts.sort()).toEqual(["invitation_", "too_many_"]);
  const counted = [
    ...(await quotedAfter("count_for_company\\(")),
    ...(await triggerArguments("private.limit_changes")),
  ];
  expect(counted.length).toBeGreaterThan(3);
  const states = ["accepted", "revoked", "expired"].map((state) => `invitation_${state}`);
  const names = [...raised, ...counted.map((what) => `too_many_${what}`), ...states].filter(
    (name) => name !== "%" && !UNREAD.includes(name),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => refusalWords(name) === undefined)).toEqual([]);
});

it.each(["session_ended", "not_a_member", "viewers_read", "too_busy"])(
  "says %s, which the site raises itself",
  (name) => {
    expect(refusalWords(name)).toMatch(/\.$/);
  },
);
