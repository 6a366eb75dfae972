import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Database, Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, file } from "./asking.ts";
import type { World } from "../world.ts";

type Related = Database["public"]["Functions"]["related_items"]["Returns"][number];
type Item = Tables<"inbox_items">;

/** What belongs to the people around a line: what else its sender sent, and what a leaver leaves; on every backend. */
export function describeRelated(world: () => World): void {
  const { table, add, itemOf } = asking(world);
  const ann = prepare(() => addTeamMember(world(), "recruiter"));

  /** Lets something have come some minutes ago. @returns its line */
  async function came(kind: "contact" | "posting" | "consultation", minutes: number, row: object): Promise<Item> {
    const tables = {
      contact: "contact_submissions",
      posting: "public_job_submissions",
      consultation: "consultation_requests",
    };
    const created_at = new Date(Date.now() - minutes * 60_000).toISOString();
    return itemOf(`${kind}_id`, await add(tables[kind], { ...row, created_at }));
  }

  const writes = (email: string, company: string | null, minutes = 0) =>
    came("contact", minutes, { name: "P", email, company, requirement: "x".repeat(200) });

  async function related({ id }: Item): Promise<Related[]> {
    return ask<Related[]>(ann.api, "related_items", { item: id });
  }

  const ids = (lines: { id: string }[]) => lines.map(({ id }) => id);

  describe("what else somebody sent", () => {
    it("is of the same address or the same company, in any capitals, of every kind, the newest first", async () => {
      const mark = randomUUID().slice(0, 8);
      const client = await world().addClient(`Kin ${mark}`);
      const requirement = await itemOf("requirement_id", await file(client, { job_title: "Dyer" }));
      const contact = await writes(client.email.toUpperCase(), null, 4);
      const posting = await came("posting", 3, {
        job_title: "Spinner",
        location: "L",
        contact_name: "Q",
        contact_email: freshEmail("kin"),
        company: `KIN ${mark}`,
      });
      const consultation = await came("consultation", 2, { first_name: "P", last_name: "Q", email: client.email });
      await writes(freshEmail("other"), `Kin ${mark} Other`);

      expect(await related(requirement)).toEqual([
        {
          id: consultation.id,
          kind: "consultation",
          title: null,
          came: consultation.created_at,
          state: "new",
          source: null,
        },
        { id: posting.id, kind: "posting", title: "Spinner", came: posting.created_at, state: "new", source: null },
        {
          id: contact.id,
          kind: "contact",
          title: "x".repeat(120),
          came: contact.created_at,
          state: "new",
          source: "form",
        },
      ]);
      // By the address, and by the company that neither of the two others names.
      expect(ids(await related(contact))).toEqual(ids([requirement, consultation]));
      expect(ids(await related(posting))).toEqual(ids([requirement]));
    });

    it("is of the same mailbox, whatever stands behind a plus sign, of every kind", async () => {
      const mark = randomUUID().slice(0, 8);
      const address = (tag: string) => `kin.${mark}${tag}@test.example`;
      const first = await writes(address("+jobs"), null, 3);
      const job = { job_title: "Spinner", location: "L", contact_name: "Q", company: `C${mark}` };
      const posting = await came("posting", 2, { ...job, contact_email: address("") });
      const consultation = await came("consultation", 1, { first_name: "P", last_name: "Q", email: address("+x") });
      expect(ids(await related(first))).toEqual(ids([consultation, posting]));
      expect(ids(await related(posting))).toEqual(ids([consultation, first]));
      const found = (address_: string) =>
        ask<{ id: string; reason: string }[]>(ann.api, "find_enquiries", { address: address_ });
      for (const tag of ["", "+jobs", "+other"])
        expect(ids(await found(address(tag))).sort()).toEqual(ids([first, posting, consultation]).sort());
    });

    it("is at most the twenty newest, and nothing for who sent nothing else", async () => {
      const email = freshEmail("much");
      const lines: Item[] = [];
      for (let minutes = 24; minutes > 0; minutes -= 1) lines.push(await writes(email, null, minutes));
      const newest = lines.toReversed();
      expect(ids(await related(newest[0]!))).toEqual(ids(newest.slice(1, 21)));
      expect(ids(await related(newest[23]!))).toEqual(ids(newest.slice(0, 20)));
      expect(await related(await writes(freshEmail("lone"), null))).toEqual([]);
    });

    it("is the team's to ask, of a line that is there", async () => {
      const { id } = await writes(freshEmail("asked"), null);
      const client = await world().addClient("Asking Ltd");
      for (const api of [world().anon, client.api]) {
        expect((await rpc(api, "related_items", { item: id })).error?.code).toBe("42501");
      }
      expect((await rpc(ann.api, "related_items", { item: randomUUID() })).error?.code).toBe("PT404");
    });
  });

  describe("whoever leaves the team", () => {
    it("leaves what they had in hand to nobody, and what they closed as it is", async () => {
      const admin = await addTeamMember(world(), "admin");
      const ben = await addTeamMember(world(), "recruiter");
      const client = await world().addClient("Left Ltd");
      const give = async (item: Item, more: Partial<Item>) => {
        const held = { assignee: ben.userId, ...more };
        await table("inbox_items").update(held).eq("id", item.id);
        return item;
      };
      const claim_expires_at = new Date(Date.now() + 600_000).toISOString();
      const taken = await give(await writes(freshEmail(), null), { state: "open", claim_expires_at });
      const waiting = await give(await writes(freshEmail(), null), { state: "waiting" });
      const done = await give(await writes(freshEmail(), null), { state: "done" });
      const [open, filled] = [await file(client), await file(client)];
      await table("job_requirements").update({ recruiter_id: ben.userId }).in("id", [open, filled]);
      await table("job_requirements").update({ status: "filled" }).eq("id", filled);

      await ask(admin.api, "remove_team_member", { person: ben.userId });
      expect(await itemOf("id", taken.id)).toMatchObject({ state: "open", assignee: null, claim_expires_at: null });
      expect(await itemOf("id", waiting.id)).toMatchObject({ state: "waiting", assignee: null });
      expect(await itemOf("id", done.id)).toMatchObject({ assignee: ben.userId });
      const events = await table("item_events")
        .select("type, actor, person")
        .in("item_id", ids([taken, waiting]));
      const released = { type: "released", actor: admin.userId, person: null };
      expect(events.data).toEqual([released, released]);
      const { data } = await table("job_requirements").select("id, recruiter_id").in("id", [open, filled]);
      expect(
        new Map((data as { id: string; recruiter_id: string }[]).map((row) => [row.id, row.recruiter_id])),
      ).toEqual(
        new Map([
          [open, null],
          [filled, ben.userId],
        ]),
      );
    });

    it("by losing the account leaves it as well", async () => {
      const ben = await addTeamMember(world(), "recruiter");
      const item = await writes(freshEmail(), null);
      await ask(ben.api, "take_item", { item: item.id, seen: item.version });
      await ask(world().service, "erase_person", { address: ben.email });
      expect(await itemOf("id", item.id)).toMatchObject({ state: "open", assignee: null, claim_expires_at: null });
    });
  });
}
