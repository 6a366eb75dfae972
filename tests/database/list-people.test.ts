import { expect, it } from "vitest";
import { openDatabase, startDatabase } from "../support/services/own-backend.ts";

// Whom a breach affects (docs/breach.md): an address put into every column that takes one is found again, whatever table
// a later migration brings.
const database = openDatabase(await startDatabase());

const CANARY = "canary@test.example";
/** Every way in which an object here, or one of the authentication service's, says whose it is. */
const OBJECT = JSON.stringify({ email: CANARY, actor_username: CANARY, traits: { user_email: CANARY } });

/** Objects that hold no address of their own: what a person has typed, ids, counts, or what their account says as well. */
const OTHER_OBJECTS = [
  "auth.users.raw_app_meta_data",
  "auth.users.raw_user_meta_data",
  "private.applications.differs",
  "private.applications.entries",
  "private.erasures.counts",
  "private.import_rows.filled",
  "private.sealed_candidates.consents",
  "public.item_events.changes",
  "public.requirement_drafts.entries",
  "public.requirement_events.changes",
  "public.shortlist_answers.former",
  "public.shortlist_answers.noted_over",
  "public.shortlist_entries.card",
];
/** Numbers of people who have an address in the same row, or an account that it leads to. */
const NUMBERS_BESIDE_ADDRESSES = [
  "auth.users.phone",
  "auth.users.phone_change",
  "private.waiting_profiles.phone",
  "public.client_members.phone",
  "public.invitations.phone",
  "public.team_members.contact_phone",
];

interface Column {
  table: string;
  name: string;
  type: string;
}

async function columns(): Promise<Column[]> {
  const { rows } = await database.query<Column>(`
    select format('%I.%I', relation.relnamespace::regnamespace, relation.relname) as table, field.attname as name,
           format_type(field.atttypid, null) as type
      from pg_class as relation join pg_attribute as field on field.attrelid = relation.oid
      where relation.relnamespace::regnamespace::text in ('auth', 'public', 'private') and relation.relkind in ('r', 'p')
        and field.attnum > 0 and not field.attisdropped and field.attgenerated = ''
        and format_type(field.atttypid, null) in ('text', 'character varying', 'json', 'jsonb')
      order by 1, field.attnum`);
  return rows;
}

/**
 * Writes one value into a row that has nothing else, where what its own column allows is all that counts.
 *
 * @returns whether the column takes it, and what `look` then finds
 */
async function write<Found>({ table, name }: Column, value: string, look: () => Promise<Found>) {
  await database.exec("begin; set local session_replication_role = replica");
  try {
    // The keys first: a column of one can't be empty.
    const { rows } = await database.query<{ statements: string | null }>(
      `select string_agg(statement, ';' order by place) as statements from (
         select 1 as place, format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
           from pg_constraint where conrelid = $1::regclass and contype not in ('n', 't')
            and (contype <> 'c' or not exists (select from pg_attribute where attrelid = conrelid and attname = $2
                                                 and conkey = array[attnum]))
         union all
         select 2, format('alter table %s alter %I drop not null', attrelid::regclass, attname) from pg_attribute
           where attrelid = $1::regclass and attnum > 0 and attnotnull and attidentity = '' and not attisdropped) as made`,
      [table, name],
    );
    await database.exec(rows[0]!.statements ?? "");
    try {
      await database.exec(`insert into ${table} (${name}) values ('${value.replaceAll("'", "''")}')`);
    } catch {
      return { isTaken: false };
    }
    return { isTaken: true, found: await look() };
  } finally {
    await database.exec("rollback");
  }
}

const takes = async (column: Column, value: string) => (await write(column, value, () => Promise.resolve())).isTaken;

/** Does the list name whoever a value that is written leads to? */
const isListed = (value: string) => async () => {
  const { rows } = await database.query("select from private.list_people() where reached_at = any ($1)", [
    [CANARY, value],
  ]);
  return rows.length > 0;
};

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

/** The columns that take a value and are not found by it. */
async function missing(of: readonly Column[], value: string): Promise<string[]> {
  const names: string[] = [];
  for (const column of of) {
    const { found } = await write(column, value, isListed(value));
    if (found === false) names.push(nameOf(column));
  }
  return names.sort();
}

const texts = (await columns()).filter(({ type }) => !type.startsWith("json"));

it("names whoever stands in a column for addresses, by its name or by what it refuses", async () => {
  const addresses: Column[] = [];
  for (const column of texts) {
    const isNamed = /mail|address/.test(column.name) && !/token|ip_address|digest/.test(column.name);
    if (isNamed || ((await takes(column, CANARY)) && !(await takes(column, "some words")))) addresses.push(column);
  }
  expect(addresses.map(nameOf)).toEqual(
    expect.arrayContaining(["auth.users.email", "public.candidates.email", "public.mail_outbox.address"]),
  );
  expect(await missing(addresses, CANARY)).toEqual([]);
});

it("names whoever stands in an object", async () => {
  const objects = (await columns()).filter(({ type }) => type.startsWith("json"));
  expect(await missing(objects, OBJECT)).toEqual(OTHER_OBJECTS);
});

it("names by their number whoever has given no address", async () => {
  const numbers = texts.filter(({ name }) => /phone/.test(name) && !name.includes("token"));
  expect(await missing(numbers, "+91 98765 43210")).toEqual(NUMBERS_BESIDE_ADDRESSES);
});

it("finds what a later migration adds", async () => {
  await database.exec("create table public.newcomers (reached_by text check (private.is_email(reached_by)))");
  try {
    const column = { table: "public.newcomers", name: "reached_by", type: "text" };
    expect(await write(column, CANARY, isListed(CANARY))).toEqual({ isTaken: true, found: false });
    expect(await takes(column, "some words")).toBe(false);
  } finally {
    await database.exec("drop table public.newcomers");
  }
});
