import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { addCast, COMPANY, ROLES, type Actor, type Role } from "../support/people/cast.ts";
import {
  draftOf,
  FUNCTIONS,
  PUBLIC_FORMS,
  requirementOf,
  TABLES,
  VIEWS,
  type Row,
  type TableRule,
} from "../support/api/matrix.ts";
import { applicantActs } from "../support/people/applicants.ts";
import { candidateActs } from "../support/people/candidates.ts";
import { quoted } from "../support/api/asking.ts";
import type { SharedWorld } from "./world.ts";

/** As many rows as the Data API gives at once. */
const MOST = 1000;

const isOfCompany = (role: Role) => COMPANY.some((each) => each === role);

/** One of each role, in one company. */
const ONE_A_ROLE = ROLES.map((role) => (isOfCompany(role) ? `${role} of Alpha` : role));
/** Whoever stands for several is named by role, and by company where there are two. */
const EVERYBODY = ROLES.flatMap((role) => (isOfCompany(role) ? [`${role} of Alpha`, `${role} of Beta`] : [role]));
/** Enough where only who asks is the backend's own to tell, and what they may is proved elsewhere. */
const ONE_OF_EACH = ["anon", "stranger", "owner of Alpha", "viewer of Beta", "recruiter"];

/** Somebody as a row of a statement, with what they give. */
function actorsOf(actors: Actor[], values: () => Row = () => ({})): string {
  const rows = actors.map(({ role, userId }) => ({ role, user_id: userId, given: values() }));
  return `select * from jsonb_to_recordset(${quoted(JSON.stringify(rows))}) as actors (role text, user_id text, given jsonb)`;
}

/** Has what follows in the block done as `actor`, as the Data API does it: with their claims and in their role. */
const BECOME = `perform set_config('request.jwt.claim.sub', actor.user_id, true), set_config('request.jwt.claims', coalesce(
    (select jsonb_build_object('sub', user_id, 'session_id', id, 'role', 'authenticated') from auth.sessions
       where user_id::text = actor.user_id order by created_at desc limit 1), '{"role": "anon"}')::text, true);
  execute format('set local role %s', case actor.user_id when '' then 'anon' else 'authenticated' end);`;

/**
 * The table of rights, cell by cell, through the Data API: the same on every backend. What stands in it is
 * tests/support/api/matrix.ts; what there is, the database's catalogue says.
 *
 * @param isShort fewer ask, and of tables alone: who may call a function is in the catalogue (catalogue.ts)
 */
export function describeMatrix(world: () => SharedWorld, isShort = false): void {
  const names = isShort ? ONE_OF_EACH : EVERYBODY;
  let service: SharedWorld["service"];
  let cast: Map<string, Actor>;

  beforeAll(async () => {
    ({ service } = world());
    cast = new Map((await addCast(world())).map((actor) => [actor.name, actor]));
    for (const company of ["Alpha", "Beta"]) {
      const { api, clientId } = of(`owner of ${company}`);
      await done(api.from("job_requirements").insert(requirementOf(clientId)));
      const filed = await api.from("job_requirements").select("requirement:id").limit(1).single<Row>();
      for (const writer of [api, of("recruiter").api]) {
        await done(writer.rpc("post_message", { ...filed.data, body: "Hello" }));
      }
      await done(api.rpc("save_requirement_draft", draftOf()));
      await done(api.rpc("invite_member", { address: `${randomUUID()}@test.example`, new_access: "viewer" }));
    }
    await done(
      of("admin").api.rpc("invite_to_team", { address: `${randomUUID()}@test.example`, new_role: "recruiter" }),
    );
    for (const name of ["owner of Alpha", "viewer of Beta", "recruiter"]) {
      await done(of(name).api.rpc("set_notifications", { seen: 0, messages: "daily" }));
    }
    const { anon } = world();
    for (const { table, row } of PUBLIC_FORMS) await done(anon.from(table).insert(row));
    // What the team has done with one of these.
    const { data } = await service.from("inbox_items").select("item:id, seen:version").limit(1).single<Row>();
    const { api } = of("recruiter");
    await done(api.rpc("open_item", { item: data!["item"] }));
    await done(api.rpc("note_once", { item: data!["item"], kind: "note", body: "Read", form: randomUUID() }));
    await done(api.rpc("set_item_state", { ...data, state: "waiting" }));
    const enquiry = await service
      .from("inbox_items")
      .select("item:id, seen:version")
      .eq("kind", "contact")
      // Its own: somebody else's may have come by telephone, and has no address.
      .order("created_at", { ascending: false })
      .limit(1)
      .single<Row>();
    const reply = { ...enquiry.data, form: randomUUID(), change: { body: "We ring you", is_reply: true } };
    await done(api.rpc("finish_item", reply));
    // A candidate who is shown, with all that belongs to one.
    const acts = candidateActs(world);
    const shortlisted = await acts.file(of("owner of Alpha").clientId);
    const { entry, id: candidate } = await acts.showOne(of("recruiter"), shortlisted);
    await acts.seenBy(of("owner of Alpha"), shortlisted);
    await acts.answer(of("owner of Alpha"), shortlisted, entry, { verdict: "maybe" });
    await applicantActs(world).advertise(shortlisted);
    await done(api.rpc("note_talk", { candidate, form: randomUUID(), words: "Rang" }));
    const client = of("owner of Alpha").clientId;
    await done(api.rpc("note_client", { client, form: randomUUID(), body: "Rang" }));
    await done(api.rpc("save_client_terms", { client, seen: 0, fee: "8.33 %" }));
    await done(api.rpc("add_never", { candidate, named: "Elsewhere" }));
    await done(
      api.rpc("save_reply_template", { template: randomUUID(), seen: 0, title: "Rates", body: "Dear {name}," }),
    );
  });

  const of = (name: string) => cast.get(name)!;

  async function done(call: PromiseLike<{ error: unknown }>): Promise<void> {
    expect((await call).error).toBeNull();
  }

  async function rowsOf(table: string, api = service): Promise<Row[]> {
    const { data } = await api.from(table).select("*").limit(MOST).returns<Row[]>();
    return data ?? [];
  }

  const inOrder = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

  describe("what the Data API exposes", () => {
    it("is in the table of rights, all of it", async () => {
      const relations = await world().query(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`);
      expect(relations.map(({ name }) => name).sort()).toEqual([...Object.keys(TABLES), ...Object.keys(VIEWS)].sort());
      const functions = await world().query(`select proname as name from pg_proc
        where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`);
      expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(FUNCTIONS).sort());
    });
  });

  describe.each(Object.entries(TABLES))("%s", (table, { key, reads, inserts }: TableRule) => {
    let rows: Row[];
    beforeAll(async () => {
      rows = await rowsOf(table);
    });

    it("has rows here, or what follows would prove nothing", () => {
      expect(rows).not.toEqual([]);
    });

    it("shows everybody what it should, and no more", async () => {
      const [seen, expected] = [new Map<string, string[]>(), new Map<string, string[]>()];
      for (const actor of names.map(of)) {
        const isSeen = reads[actor.role];
        expected.set(actor.name, inOrder(isSeen ? rows.filter((row) => isSeen(row, actor)) : []));
        seen.set(actor.name, inOrder(await rowsOf(table, actor.api)));
      }
      expect(seen).toEqual(expected);
    });

    it("takes of everybody what it should, and no more", async () => {
      for (const actor of names.map(of)) {
        // What a row is found by, the database makes itself.
        const { search: _search, ...copy } = rows[0]!;
        const { error } = await actor.api.from(table).insert(inserts?.row(actor) ?? copy);
        if (inserts?.by.includes(actor.role)) {
          expect(error, actor.name).toBeNull();
          const known = new Set(rows.map((each) => each[key]));
          const made = (await rowsOf(table)).filter((each) => !known.has(each[key]));
          expect(made, actor.name).toHaveLength(1);
          await done(service.from(table).delete().eq(key, made[0]![key]));
        } else {
          expect(error, actor.name).not.toBeNull();
          // A copy of a row would be refused anyway: here it must be for want of the right.
          if (!inserts) expect(error?.code, actor.name).toBe("42501");
        }
      }
    });

    it("lets nobody change or delete its rows, and has no more of them after what was refused", async () => {
      // Dates are the database's, whoever asks. What is not refused stays done.
      const acts = [`update public.${table} set created_at = '2001-01-01'`, `delete from public.${table}`];
      await world().query(`do $matrix$
        declare
          actor record;
          act text;
        begin
          for actor in ${actorsOf(names.map(of))} loop
            foreach act in array array[${acts.map(quoted).join(", ")}] loop
              begin
                ${BECOME}
                execute act;
              exception when others then null;
              end;
              reset role;
            end loop;
          end loop;
        end $matrix$`);
      expect(inOrder(await rowsOf(table))).toEqual(inOrder(rows));
    });
  });

  describe.each(Object.entries(VIEWS))("the view %s", (view, { of: table, shows, to }) => {
    let rows: Row[];
    beforeAll(async () => {
      rows = await rowsOf(table);
    });

    it("shows everybody what follows from the rows that they read", async () => {
      for (const actor of names.map(of)) {
        const isSeen = TABLES[table]!.reads[actor.role] ?? (() => false);
        const seen = await rowsOf(view, actor.api);
        if (to.includes(actor.role)) {
          const own = rows.filter((row) => isSeen(row, actor));
          expect(seen, actor.name).toMatchObject(shows(own, actor));
        } else expect(seen, actor.name).toEqual([]);
      }
    });
  });

  /** What came of a call: the code and the words of why it was refused, or none. */
  type Outcome = { role: Role; code?: string; message?: string };

  const rightsOf = (outcomes: Outcome[]) => outcomes.map(({ role, code }) => ({ role, isRefused: code === "42501" }));
  const rightsTo = (called: string) =>
    ROLES.map((role) => ({ role, isRefused: !FUNCTIONS[called]!.by.includes(role) }));

  /** The values that each function takes of those it is called with here: how many, their columns, and as they are given. */
  const signatures = new Map<string, Row>();
  beforeAll(async () => {
    const called = Object.entries(FUNCTIONS).map(([name, { values }]) => ({ name, given: Object.keys(values()) }));
    const known = await world().query(`
      select called.name, count(*) filter (where argument.name is not null)::integer as given,
             coalesce(string_agg(quote_ident(argument.name) || ' ' || format_type(type, null), ', '), '') as columns,
             coalesce(string_agg(quote_ident(argument.name) || ' => given.' || quote_ident(argument.name), ', '), '') as arguments
        from jsonb_to_recordset(${quoted(JSON.stringify(called))}) as called (name text, given text[])
        join pg_proc on proname = called.name and pronamespace = 'public'::regnamespace
        left join lateral unnest(proargnames[1:pronargs], proargtypes::oid[]) as argument (name, type)
          on argument.name = any (called.given)
        group by called.name`);
    for (const signature of known) signatures.set(String(signature["name"]), signature);
  });

  /**
   * Calls a function as each of them, in the database, as the Data API does: with their claims and in their role. Each call
   * is taken back, and in the end all of it: what came of them is what the statement fails with.
   */
  async function callInDatabase(called: string, values: () => Row): Promise<Outcome[]> {
    const signature = signatures.get(called)!;
    // There is such a function, with such values.
    expect(signature["given"]).toBe(Object.keys(values()).length);
    const from = `from jsonb_to_record(actor.given) as given (${String(signature["columns"])})`;
    const statement = `do $matrix$
      declare
        actor record;
        outcomes jsonb := '[]';
      begin
        for actor in ${actorsOf(ONE_A_ROLE.map(of), values)} loop
          begin
            ${BECOME}
            perform public.${called}(${String(signature["arguments"])}) ${signature["columns"] === "" ? "" : from};
            raise exception using errcode = 'PT200';
          exception when others then
            outcomes := outcomes || jsonb_build_object('role', actor.role, 'code', sqlstate, 'message', sqlerrm);
          end;
        end loop;
        raise exception '%', outcomes;
      end $matrix$`;
    return world()
      .query(statement)
      .then(
        () => [],
        (error: Error) => JSON.parse(error.message) as Outcome[],
      );
  }

  // What it is called with is the same in each company.
  it.each(isShort ? [] : Object.entries(FUNCTIONS))(
    "the function %s does its work for those it should, and nobody else",
    async (called, { values }) => {
      const outcomes = await callInDatabase(called, values);
      expect(outcomes.filter(({ code }) => code === "42883")).toEqual([]);
      expect(rightsOf(outcomes)).toEqual(rightsTo(called));
    },
  );

  it.each(["owns_requirement", "erase_person", "list_inbox"])(
    "%s is called through the Data API by whoever the token says",
    async (called) => {
      const outcomes: Outcome[] = [];
      for (const { api, role } of ONE_A_ROLE.map(of)) {
        const { error } = await api.rpc(called, FUNCTIONS[called]!.values());
        outcomes.push({ role, ...(error ? { code: error.code, message: error.message } : {}) });
      }
      expect(rightsOf(outcomes)).toEqual(rightsTo(called));
    },
  );
}
