import { expect, it } from "vitest";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What a migration leaves to be filled in (docs/decisions/database.md, "Migrations").
const backend = await startBackend({ SEED_DEMO: "0", REDELIVERY_SECONDS: "1" });
const database = openDatabase(backend);

const count = async (from: string) =>
  (await database.query<{ n: number }>(`select count(*)::integer as n from ${from}`)).rows[0]!.n;

it("rows are filled in pieces by the schedule, each in a transaction of its own, until none is left", async () => {
  await database.exec(`
    create table private.tried as select n, null::xid8 as filled from generate_series(1, 25) as n;
    insert into private.row_fills (name, statement) values ('tried', 'update private.tried set filled = pg_current_xact_id()
      where n in (select n from private.tried where filled is null limit 10)')`);
  await expect.poll(() => count("private.row_fills"), { timeout: 30_000 }).toBe(0);
  expect(await count("private.tried where filled is null")).toBe(0);
  const { rows } = await database.query("select count(*)::integer as n from private.tried group by filled order by 1");
  expect(rows).toEqual([{ n: 5 }, { n: 10 }, { n: 10 }]);
});

it("what waits for somebody else's row is left for the next time, and stays to be done", async () => {
  await database.exec(`
    create table private.held as select 1 as n, false as filled;
    insert into private.row_fills (name, statement) values ('held', 'update private.held set filled = true where not filled')`);
  const other = openDatabase(backend);
  await other.exec("begin");
  await other.exec("select from private.held for update");
  await expect(database.exec("select private.fill_rows()")).rejects.toThrow("lock timeout");
  expect(await count("private.row_fills")).toBe(1);
  await other.exec("commit");
  await expect.poll(() => count("private.row_fills"), { timeout: 30_000 }).toBe(0);
  expect(await count("private.held where filled")).toBe(1);
});
