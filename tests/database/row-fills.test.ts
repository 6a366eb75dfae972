import { expect, it } from "vitest";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What a migration leaves to be filled in (docs/decisions/database.md, "Migrations").
const backend = await startBackend({ SEED_DEMO: "0", REDELIVERY_SECONDS: "1" });
const database = openDatabase(backend);

const count = async (from: string) =>
  (await database.query<{ n: number }>(`select count(*)::integer as n from ${from}`)).rows[0]!.n;

it("rows are filled in pieces by the schedule, each in a transaction of its own, until none is left", async () => {
  await database.exec(`
    create table private.tried as select gen_random_uuid() as id, null::xid8 as filled from generate_series(1, 1200);
    select private.request_row_fill('tried', 'private.tried', 'filled = pg_current_xact_id()', 'true')`);
  await expect.poll(() => count("private.row_fills")).toBe(0);
  expect(await count("private.tried where filled is null")).toBe(0);
  const { rows } = await database.query("select count(*)::integer as n from private.tried group by filled order by 1");
  expect(rows).toEqual([{ n: 200 }, { n: 500 }, { n: 500 }]);
});

it("what is asked for anew midway begins again", async () => {
  await database.exec(`
    create table private.again as select gen_random_uuid() as id, 0 as filled from generate_series(1, 600);
    begin;
    select private.request_row_fill('again', 'private.again', 'filled = filled.filled + 1', 'true');
    select private.fill_rows();
    select private.request_row_fill('again', 'private.again', 'filled = filled.filled + 1', 'true');
    commit`);
  await expect.poll(() => count("private.row_fills")).toBe(0);
  const { rows } = await database.query(
    "select count(*)::integer as n from private.again group by filled order by filled",
  );
  expect(rows).toEqual([{ n: 100 }, { n: 500 }]);
});

it("what waits for somebody else's row is left for the next time, and stays to be done", async () => {
  const other = openDatabase(backend);
  await database.exec("create table private.held as select gen_random_uuid() as id, false as filled");
  await other.exec("begin");
  await other.exec("select from private.held for update");
  await database.exec("select private.request_row_fill('held', 'private.held', 'filled = true', 'not filled')");
  await expect(database.exec("select private.fill_rows()")).rejects.toThrow("lock timeout");
  expect(await count("private.row_fills")).toBe(1);
  await other.exec("commit");
  await expect.poll(() => count("private.row_fills")).toBe(0);
  expect(await count("private.held where filled")).toBe(1);
});
