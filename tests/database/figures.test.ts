import { beforeAll, expect, it } from "vitest";
import { metricsKeyOf } from "../../supabase/embedded/keys.ts";
import { connect } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What the figures of /metrics cost and to whom they are told, on a database in which much waits.
const MANY = 5_000;

const backend = await startBackend();
const database = openDatabase(backend);
const key = metricsKeyOf(backend.keys);

beforeAll(async () => {
  // As a big import or a flood leaves them; nothing that would be made along with them matters here.
  await database.exec(`
    set session_replication_role = replica;
    insert into public.inbox_items (kind, contact_id, state, is_suspect, due_at, last_activity_at, search, created_at)
      select 'contact', gen_random_uuid(), state, is_suspect, now() + late, now(), '', now()
        from generate_series(1, ${MANY})
        cross join (values ('new'::public.inbox_state, false, interval '-1 hour'), ('new', false, '1 hour'), ('new', true, '-1 hour'),
                           ('done', false, '-1 hour')) as kinds (state, is_suspect, late);
    insert into public.inbox_items (kind, contact_id, state, is_suspect, due_at, last_activity_at, search, created_at, assignee, claim_expires_at)
      select 'contact', gen_random_uuid(), 'open', true, now() + interval '1 hour', now(), '', now(), gen_random_uuid(), expires
        from (values (now() + interval '5 minutes'), (now() - interval '5 minutes'), (null)) as claims (expires);
    insert into public.crm_events (requirement_id, type, created_at, next_attempt_at, dead_at)
      select gen_random_uuid(), 'created', now() - age, case when not is_dead then now() end, case when is_dead then now() end
        from generate_series(1, ${MANY})
        cross join (values (interval '1 hour', false), ('0', false), ('1 hour', true)) as kinds (age, is_dead);
    insert into public.mail_outbox (user_id, template, dedupe_key, created_at, not_before, next_attempt_at, dead_at)
      select gen_random_uuid(), 'team_access_changed', gen_random_uuid()::text, now() - interval '1 hour', now() + due,
             case when not is_dead then now() end, case when is_dead then now() end
        from generate_series(1, ${MANY})
        cross join (values (interval '-1 hour', false), ('1 hour', false), ('-1 hour', true)) as kinds (due, is_dead);
    set session_replication_role = origin;
  `);
  for (const table of ["inbox_items", "crm_events", "mail_outbox"]) {
    await database.query(`vacuum analyze public.${table}`);
  }
});

/** What a question answers, and how many rows of a table, or entries of its indexes, it looked at. */
async function look(table: string, question: string, ...values: unknown[]) {
  // What the session looked at up to a second before is counted in.
  const countLooked = async () => {
    const counted = await database.query<{ tuples: number }>(
      `select (pg_stat_get_xact_tuples_returned($1::regclass)
               + (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = $1::regclass))::integer
         as tuples`,
      [table],
    );
    return counted.rows[0]!.tuples;
  };
  await database.exec("begin");
  const before = await countLooked();
  const { rows } = await database.query(question, values);
  const tuples = (await countLooked()) - before;
  await database.exec("rollback");
  return { rows, tuples };
}

it.each([
  ["public.crm_events", "crm_backlog"],
  ["public.mail_outbox", "mail_backlog"],
])("of %s they count to 1,000 and look at no more", async (table, counter) => {
  const { rows, tuples } = await look(table, `select waiting, dead from public.${counter}()`);
  expect(rows).toEqual([{ waiting: 1000, dead: 1000 }]);
  expect(tuples).toBeGreaterThanOrEqual(2_000);
  expect(tuples).toBeLessThan(2_100);
});

it("of the inbox as well, however many suspect ones nobody has taken", async () => {
  const { rows, tuples } = await look("public.inbox_items", "select * from public.inbox_figures($1)", key);
  expect(rows).toContainEqual({ state: "new", overdue: true, items: 1000 });
  expect(rows).toContainEqual({ state: "new", overdue: false, items: 1000 });
  // Two that somebody has in hand; the third's time is over.
  expect(rows).toContainEqual({ state: "open", overdue: false, items: 2 });
  expect(rows).toContainEqual({ state: "waiting", overdue: true, items: 0 });
  expect(rows).toHaveLength(6);
  expect(tuples).toBeLessThan(2_100);
});

it("of the inbox they are told to whoever has the key, and to nobody else", async () => {
  const anon = connect(backend.url, backend.keys.publishable_key);
  expect((await anon.rpc("inbox_figures", { metrics_key: key })).data).toHaveLength(6);
  for (const metrics_key of ["", "x", `${key} `, backend.keys.publishable_key]) {
    const { data, error } = await anon.rpc("inbox_figures", { metrics_key });
    expect([data, error?.code]).toEqual([null, "42501"]);
  }
  await database.exec("update private.settings set metrics_key_digest = null");
  expect((await anon.rpc("inbox_figures", { metrics_key: key })).error?.code).toBe("42501");
  await expect(database.exec("update private.settings set metrics_key_digest = 'no digest'")).rejects.toThrow();
});
