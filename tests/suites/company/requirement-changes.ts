import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { isEditable, nextStatuses } from "~/features/requirements/statuses";
import { Constants, type Enums, type Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf, join } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileMany } from "../../support/people/requirements.ts";
import { ask, rpc, entries, file } from "../team/asking.ts";
import type { Member, World } from "../world.ts";

type Requirement = Tables<"job_requirements">;
type Status = Enums<"requirement_status">;

const STATUSES = Constants.public.Enums.requirement_status;

/** Who changes what of a requirement, and what is left of it to see: the same on every backend. */
export function describeRequirementChanges(world: () => World): void {
  const { table, row: rowOf, rows, add, itemOf } = asking(world);
  const client = prepare(() => world().addClient("Changing Ltd"));
  const stranger = prepare(() => world().addClient("Strange Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));

  const read = (id: string) => rowOf("job_requirements", "id", id);

  /** A requirement of some status, as the database itself may make one. */
  async function filed(status: Status = "new"): Promise<Requirement> {
    const id = await file(client);
    if (status !== "new") await table("job_requirements").update({ status }).eq("id", id);
    return read(id);
  }

  const eventsOf = (id: string) => rows<Tables<"requirement_events">>("requirement_events", "*", "requirement_id", id);

  /** What happened to a requirement, as its pages tell it. */
  const historyOf = (id: string, { api }: Pick<Member, "api"> = client) =>
    ask<{ rows: Record<string, unknown>[] } | null>(api, "requirement_history", { requirement: id });

  const move = (api: SupabaseClient, { id, version }: Requirement, status: Status, reason: string | null = null) =>
    rpc<number>(api, "change_requirement_status", { requirement: id, seen: version, status, reason });

  describe.each(STATUSES)("a requirement that is %s", (before) => {
    it.each(STATUSES)("becomes %s by those who may", async (after) => {
      const row = await filed(before);
      for (const [side, api] of [
        ["company", client.api],
        ["team", ann.api],
      ] as const) {
        const allowed = nextStatuses(before, side);
        const { error } = await move(api, row, after, "Because");
        if (allowed.includes(after)) {
          expect(error).toBeNull();
          expect(await read(row.id)).toMatchObject({ status: after, version: row.version + 1 });
          await table("job_requirements").delete().eq("id", row.id);
          Object.assign(row, await filed(before));
        } else {
          expect(error).toMatchObject({ code: "PT422", message: "status_not_possible" });
          expect(await read(row.id)).toEqual(row);
        }
      }
    });

    it("is edited by its company while it is open", async () => {
      const row = await filed(before);
      const edit = { requirement: row.id, seen: row.version, entries: { job_title: "Fitter" } };
      const { error } = await rpc(client.api, "edit_requirement", edit);
      expect(error?.code ?? null).toBe(isEditable(before) ? null : "PT422");
      expect((await read(row.id)).job_title).toBe(isEditable(before) ? "Fitter" : row.job_title);
    });
  });

  it("is changed by the team in no other way, and cancelled with a reason, which the company reads", async () => {
    const row = await filed();
    for (const change of [
      { status: "cancelled" },
      { recruiter_id: ann.userId },
      { closed_reason: "x" },
      { version: 9 },
    ]) {
      expect((await ann.api.from("job_requirements").update(change).eq("id", row.id)).error?.code).toBe("42501");
    }
    for (const reason of [null, " \u200b"]) {
      const { error } = await move(ann.api, row, "cancelled", reason);
      expect(error).toMatchObject({ code: "PT422", message: "reason_missing" });
    }
    expect(await read(row.id)).toEqual(row);
    expect((await move(ann.api, row, "filled")).data).toBe(2);
    // Whoever fills what nobody is in charge of is in charge of it.
    const done = (await eventsOf(row.id)).slice(-2);
    expect(done.map(({ type }) => type).sort()).toEqual(["recruiter", "status"]);
    for (const event of done) expect(event).toMatchObject({ side: "team", actor: ann.userId });
  });

  it("is withdrawn with a reason, which goes when the team opens it again", async () => {
    const row = await filed();
    for (const reason of [null, " \u200b", ""]) {
      const { error } = await move(client.api, row, "cancelled", reason);
      expect(error).toMatchObject({ code: "PT422", message: "reason_missing" });
    }
    expect((await move(client.api, row, "cancelled", "x".repeat(501))).error).not.toBeNull();
    expect((await move(client.api, row, "cancelled", " Budget gone\n")).data).toBe(2);
    expect(await read(row.id)).toMatchObject({ status: "cancelled", closed_reason: "Budget gone" });
    expect((await move(ann.api, await read(row.id), "new")).data).toBe(3);
    expect(await read(row.id)).toMatchObject({ status: "new", closed_reason: null });
    expect((await eventsOf(row.id)).map(({ type, side, changes }) => [type, side, changes])).toEqual([
      ["created", "company", {}],
      ["status", "company", { status: ["new", "cancelled"], closed_reason: [null, "Budget gone"] }],
      ["status", "team", { status: ["cancelled", "new"] }],
    ]);
  });

  describe("each change", () => {
    it.each<[string, Record<string, unknown>]>([
      ["change_requirement_status", { status: "cancelled", reason: "x" }],
      ["edit_requirement", { entries: { location: "X" } }],
    ])("%s tells what has gone, or is another's, from what has changed", async (name, more) => {
      const row = await filed();
      const attempt = (api: SupabaseClient, requirement: string, seen: number) =>
        rpc(api, name, { requirement, seen, ...more });
      expect(await attempt(client.api, randomUUID(), 1)).toMatchObject({ status: 404, error: { code: "PT404" } });
      expect(await attempt(stranger.api, row.id, 1)).toMatchObject({ status: 404, error: { code: "PT404" } });
      const stale = { status: 409, error: { code: "PT409", message: "stale" } };
      expect(await attempt(client.api, row.id, 2)).toMatchObject(stale);
      expect((await attempt(world().anon, row.id, 1)).error?.code).toBe("42501");
      expect(await read(row.id)).toEqual(row);
    });

    it("leaves short values, and of long texts the names", async () => {
      const row = await filed();
      const edit = {
        location: "Nashik",
        min_salary: 12.5,
        job_description: "Weld well.",
        notes: null,
        priority: "high",
      };
      expect(await ask(client.api, "edit_requirement", { requirement: row.id, seen: 1, entries: edit })).toBe(2);
      expect(await read(row.id)).toMatchObject({ ...edit, job_title: row.job_title, client_id: row.client_id });
      expect((await eventsOf(row.id)).at(-1)).toMatchObject({
        type: "edited",
        side: "company",
        actor: client.userId,
        changes: {
          location: ["Pune", "Nashik"],
          min_salary: [null, 12.5],
          priority: ["medium", "high"],
          job_description: null,
        },
      });
      // The same again changes nothing.
      expect(await ask(client.api, "edit_requirement", { requirement: row.id, seen: 2, entries: edit })).toBe(2);
      expect(await eventsOf(row.id)).toHaveLength(2);
    });

    it("is held to the form's fields and limits", async () => {
      const row = await filed();
      for (const wrong of [
        { status: "filled" },
        { client_id: stranger.userId },
        { version: 1 },
        { job_title: " " },
        { job_title: null },
        { priority: "now" },
        { min_salary: 9, max_salary: 8 },
        { max_salary: "NaN" },
        { required_skills: Array(101).fill("x") },
        { required_skills: [1] },
        { notes: { of: "another kind" } },
        ["job_title"],
        null,
      ]) {
        const answer = await rpc(client.api, "edit_requirement", { requirement: row.id, seen: 1, entries: wrong });
        expect([wrong, answer.error === null]).toEqual([wrong, false]);
      }
      expect(await read(row.id)).toEqual(row);
      const byTeam = { requirement: row.id, seen: 1, entries: { location: "Goa" } };
      expect((await rpc(ann.api, "edit_requirement", byTeam)).error?.code).toBe("42501");
    });

    it("is edited by the team as the team, on the version that was read, and its company is told", async () => {
      const row = await filed();
      const edit = { requirement: row.id, seen: 1, entries: { currency: "INR", notes: "Mended" } };
      expect((await rpc(client.api, "edit_requirement_as_team", edit)).error?.code).toBe("42501");
      expect(await ask(ann.api, "edit_requirement_as_team", edit)).toBe(2);
      expect(await read(row.id)).toMatchObject({ currency: "INR", notes: "Mended" });
      const event = (await eventsOf(row.id)).at(-1);
      expect(event).toMatchObject({ type: "edited", side: "team", actor: ann.userId });
      expect(event!.changes).toEqual({ currency: ["USD", "INR"], notes: null });
      const told = await world().query(
        `select content -> 'about' -> 0 ->> 'edited' as edited from public.mail_outbox as mail
           cross join lateral private.mail_content(mail.id) as content
           where mail.template = 'requirement_event' and mail.user_id = '${client.userId}'
             and mail.ids ->> 'requirement' = '${row.id}'`,
      );
      expect(told).toEqual([{ edited: '["currency", "notes"]' }]);
      expect((await rpc(ann.api, "edit_requirement_as_team", edit)).error).toMatchObject({ message: "stale" });
      expect((await move(ann.api, { ...row, version: 2 }, "filled")).data).toBe(3);
      const late = { ...edit, seen: 3, entries: { notes: "Late" } };
      expect((await rpc(ann.api, "edit_requirement_as_team", late)).error).toMatchObject({ message: "closed" });
    });

    it("says who began it, and how many were filled from when on; what its company withdraws fills nothing", async () => {
      const row = await filed();
      const begin = { requirement: row.id, seen: 1, status: "in_progress", person: ann.userId };
      expect(await ask(ann.api, "change_requirement_status", begin)).toBe(2);
      expect(await read(row.id)).toMatchObject({ recruiter_id: ann.userId, positions_filled: 0 });
      const fill = { requirement: row.id, seen: 2, status: "filled", filled: 12, joining: "2031-02-03" };
      expect(await ask(ann.api, "change_requirement_status", fill)).toBe(3);
      const facts = { recruiter_id: ann.userId, positions_filled: 12, joining_date: "2031-02-03" };
      expect(await read(row.id)).toMatchObject(facts);
      expect((await eventsOf(row.id)).at(-1)!.changes).toEqual({
        status: ["in_progress", "filled"],
        positions_filled: [0, 12],
        joining_date: [null, "2031-02-03"],
      });
      // Taken up again it goes on with whom it had.
      const again = { requirement: row.id, seen: 3, status: "in_progress", person: client.userId };
      expect((await rpc(ann.api, "change_requirement_status", again)).error).toMatchObject({
        message: "not_of_the_team",
      });
      expect(await ask(ann.api, "change_requirement_status", { ...again, person: undefined })).toBe(4);
      const withdrawal = { requirement: row.id, seen: 4, status: "cancelled", reason: "x", person: null, filled: 60 };
      expect(await ask(client.api, "change_requirement_status", withdrawal)).toBe(5);
      expect(await read(row.id)).toMatchObject(facts);
      const other = await filed();
      expect((await move(ann.api, other, "filled")).data).toBe(2);
      expect(await read(other.id)).toMatchObject({ positions_filled: other.positions_count, joining_date: null });
    });

    it("costs nothing but its length, whatever its numbers would be as texts", async () => {
      for (const [entries, is] of [
        ['{"min_salary": 1e131000}', false],
        ['{"notes": [1e131000]}', false],
        ['{"min_salary": 1e-16000}', false],
        ['{"min_salary": 999999999999.99, "max_salary": null}', true],
        ["[]", false],
      ]) {
        expect(await world().query(`select private.are_entries('${String(entries)}') as "is"`)).toEqual([{ is }]);
      }
    });

    it("is one of three hundred a day", async () => {
      const busy = await world().addClient("Busy Ltd");
      const row = { ...entries, client_id: await clientIdOf(busy) };
      const add = (form_id = randomUUID()) => busy.api.from("job_requirements").insert({ ...row, form_id });
      await fileMany(world(), row.client_id, 299);
      const last = randomUUID();
      expect((await add(last)).error).toBeNull();
      expect((await add()).error).toMatchObject({ code: "PT429", message: "too_many_requirements" });
      // The last one once more is the one that is filed, and not one too many.
      expect((await add(last)).error?.code).toBe("23505");
      // Who sets history up is not held to it.
      expect((await table("job_requirements").insert(row)).error).toBeNull();
    });

    it("comes alone: of many in one request the work would be done before they are refused", async () => {
      const busy = await world().addClient("Bulk Ltd");
      const filed = () => busy.api.from("job_requirements");
      const refused = { code: "PT422", message: "one_at_a_time" };
      expect((await filed().insert([entries, entries])).error).toMatchObject(refused);
      expect((await filed().select("id")).data).toEqual([]);
      expect((await filed().insert([entries])).error).toBeNull();
    });

    it("leaves events that nobody writes, and that the company reads of its own where they are for it", async () => {
      const row = await filed();
      const internal = { requirement_id: row.id, client_id: row.client_id, type: "status", for_client: false };
      expect((await table("requirement_events").insert(internal)).error).toBeNull();
      expect(await eventsOf(row.id)).toHaveLength(2);
      expect((await historyOf(row.id, ann))!.rows).toHaveLength(2);
      expect((await historyOf(row.id))!.rows).toHaveLength(1);
      expect(await historyOf(row.id, stranger)).toBeNull();
      expect(await historyOf(randomUUID(), ann)).toBeNull();
      expect((await rpc(world().anon, "requirement_history", { requirement: row.id })).error?.code).toBe("42501");
      for (const { api } of [client, ann]) {
        const event = { requirement_id: row.id, type: "status" };
        expect((await api.from("requirement_events").insert(event)).error?.code).toBe("42501");
      }
    });
  });

  it("is told to its company by name, and by no request with anybody's id, as to the team", async () => {
    const row = await filed();
    const viewer = await join(world(), row.client_id, "viewer");
    await table("client_members").update({ full_name: "Cleo Client" }).eq("user_id", client.userId);
    await table("team_members").update({ display_name: "Ann" }).eq("user_id", ann.userId);
    await ask(ann.api, "set_recruiter", { requirement: row.id, seen: 1, person: ann.userId });
    await ask(ann.api, "post_message", { requirement: row.id, body: "Hello" });
    const told = { is_named: true, person_name: "Ann", side: "team", actor_name: null };
    const filing = { type: "created", actor_name: "Cleo Client", is_named: false, person_name: null };
    expect((await historyOf(row.id, ann))!.rows).toMatchObject([
      { ...told, actor: ann.userId, person: ann.userId },
      { ...filing, actor: client.userId, person: null },
    ]);
    for (const reader of [client, viewer]) {
      const history = await historyOf(row.id, reader);
      expect(history!.rows).toMatchObject([told, filing]);
      const asked = [history, await rpc(reader.api, "open_messages", { requirement: row.id })];
      for (const columns of ["*", "id", "author, id", "actor, person"]) {
        for (const name of ["requirement_events", "requirement_messages"]) {
          asked.push(await reader.api.from(name).select(columns));
          asked.push(await reader.api.from("job_requirements").select(`id, ${name}(${columns})`));
          asked.push(await reader.api.from(name).select("id", { count: "exact" }).eq("id", row.id));
        }
      }
      for (const answer of asked) {
        for (const id of [client.userId, ann.userId]) expect(JSON.stringify(answer)).not.toContain(id);
      }
    }
    // Who was in charge before has no name there.
    await ask(ann.api, "set_recruiter", { requirement: row.id, seen: 2, person: null });
    expect((await historyOf(row.id))!.rows).toMatchObject([
      { ...told, is_named: false, person_name: null },
      { ...told, person_name: null },
      filing,
    ]);
  });

  it("says who filed it, and only that is so", async () => {
    expect(await filed()).toMatchObject({ submitted_by: client.userId, recruiter_id: null, version: 1 });
    const row = { ...entries, client_id: (await filed()).client_id, submitted_by: stranger.userId };
    expect((await client.api.from("job_requirements").insert(row)).error?.code).toBe("42501");
  });

  it("is read by a viewer, and changed by none", async () => {
    const row = await filed();
    const viewer = await join(world(), row.client_id, "viewer");
    expect((await historyOf(row.id, viewer))!.rows).toHaveLength(1);
    for (const [name, more] of [
      ["change_requirement_status", { status: "cancelled", reason: "x" }],
      ["edit_requirement", { entries: { location: "X" } }],
    ] as const) {
      const { error } = await rpc(viewer.api, name, { requirement: row.id, seen: 1, ...more });
      expect(error?.code).toBe("42501");
    }
    expect(await read(row.id)).toEqual(row);
    const member = await join(world(), row.client_id, "member");
    expect((await move(member.api, row, "cancelled", "x")).data).toBe(2);
  });

  it("shows its company how to reach its recruiter, and nobody else", async () => {
    const row = await filed();
    const reach = (api: SupabaseClient) =>
      rpc<{ recruiter: object | null }>(api, "requirement_frame", { requirement: row.id });
    expect((await reach(client.api)).data?.recruiter).toBeNull();
    await ask(ann.api, "set_recruiter", { requirement: row.id, seen: 1, person: ann.userId });
    const told = { display_name: "Ann", contact_phone: "98765" };
    await table("team_members").update(told).eq("user_id", ann.userId);
    for (const { api } of [client, ann]) {
      expect((await reach(api)).data?.recruiter).toEqual({
        ...told,
        contact_email: ann.email,
        away_until: null,
        stand_in: null,
      });
    }
    expect((await reach(stranger.api)).data).toBeNull();
    expect((await reach(world().anon)).error?.code).toBe("42501");
  });

  it("is looked after by somebody of the team, whom the team names", async () => {
    const row = await filed();
    const name = (api: SupabaseClient, person: string | null, seen = row.version) =>
      rpc<number>(api, "set_recruiter", { requirement: row.id, seen, person });
    for (const api of [world().anon, client.api, stranger.api]) {
      expect((await name(api, ann.userId)).error?.code).toBe("42501");
    }
    expect((await name(ann.api, client.userId)).error).toMatchObject({ code: "PT422", message: "not_of_the_team" });
    expect((await name(ann.api, ann.userId, 5)).error?.code).toBe("PT409");
    expect((await name(ann.api, ann.userId)).data).toBe(2);
    expect((await read(row.id)).recruiter_id).toBe(ann.userId);
    expect((await eventsOf(row.id)).at(-1)).toMatchObject({ type: "recruiter", person: ann.userId });
    expect((await name(ann.api, null, 2)).data).toBe(3);
  });

  it("one person's data has what the team noted about them, and what they did themselves", async () => {
    const email = freshEmail("noted");
    const { id: item } = await itemOf(
      "contact_id",
      await add("contact_submissions", { name: "N", email, requirement: "x" }),
    );
    const colleague = await addTeamMember(world(), "recruiter");
    const { service } = world();
    const note = { item, kind: "call", body: "Sounded keen", form: randomUUID() };
    await ask(colleague.api, "note_once", note);
    expect(await ask(service, "export_person", { address: email })).toMatchObject({
      inbox_items: [{ kind: "contact", notes: [{ body: "Sounded keen" }] }],
      notes: [],
    });
    expect(await ask(service, "export_person", { address: colleague.email })).toMatchObject({
      notes: [{ body: "Sounded keen" }],
    });
    // A note outlives who wrote it, and goes with whom it is about.
    const notes = () => rows("notes", "author", "item_id", item);
    await ask(service, "erase_person", { address: colleague.email });
    expect(await notes()).toEqual([{ author: null }]);
    await ask(service, "erase_person", { address: email });
    expect(await notes()).toEqual([]);
  });
}
