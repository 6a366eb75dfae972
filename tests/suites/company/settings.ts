import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { NewsDesk } from "../../support/people/news.ts";
import { prepareEach } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { LATER_YEAR } from "../../support/people/team.ts";
import type { Member, World } from "../world.ts";

/** Which mails somebody has chosen, and the links that switch them off: the same on every backend. */
export function describeSettings(world: () => World): void {
  const { rows } = asking(world);
  const person = prepareEach(() => world().addPerson());

  const set = (values: object, by = person) => call<unknown>(by.api, "set_notifications", { seen: 0, ...values });
  const own = async (by = person) => {
    const columns = "requirements, messages, inbox, version";
    return (await by.api.from("notification_settings").select(columns)).data;
  };

  describe("what somebody chooses", () => {
    it("is theirs alone to see and to change, by the function alone", async () => {
      const other = await world().addPerson();
      expect(await set({ messages: "daily" })).toBe(2);
      expect(await own()).toEqual([{ requirements: "at_once", messages: "daily", inbox: "daily", version: 2 }]);
      expect(await own(other)).toEqual([]);
      for (const api of [person.api, other.api, world().anon]) {
        const table = api.from("notification_settings");
        expect((await table.insert({ user_id: other.userId })).error?.code).toBe("42501");
        expect((await table.update({ messages: "never" }).eq("user_id", person.userId)).error?.code).toBe("42501");
        expect((await table.delete().eq("user_id", person.userId)).error?.code).toBe("42501");
      }
      expect(await call(world().anon, "set_notifications", { seen: 0 })).toEqual([401, expect.any(String)]);
    });

    it("is saved on what was seen; twice the same is once, and what another page saved is not lost", async () => {
      // Nothing is there any more of what was seen.
      expect(await set({ seen: 2, requirements: "never" })).toEqual([409, "stale"]);
      expect(await set({ requirements: "never" })).toBe(2);
      expect(await set({ requirements: "never" })).toBe(2);
      expect(await set({ requirements: "daily" })).toEqual([409, "stale"]);
      expect(await set({ seen: 2, requirements: "daily" })).toBe(3);
      expect(await set({ seen: 2, messages: "never" })).toEqual([409, "stale"]);
      expect(await own()).toMatchObject([{ requirements: "daily", messages: "at_once", version: 3 }]);
      // Of many at once on one version one wins; the others are told.
      const choices = ["at_once", "never", "daily"].map((messages) => ({ seen: 3, messages, requirements: "never" }));
      const answers = await Promise.all(choices.map((each) => set(each)));
      expect(answers.filter((answer) => answer === 4)).toHaveLength(1);
      expect(answers.filter((answer) => Array.isArray(answer))).toEqual(
        Array.from({ length: 2 }, () => [409, "stale"]),
      );
    });

    it("is one of its words; the inbox comes in the morning or not", async () => {
      expect(await set({ messages: "hourly" })).toEqual([400, expect.any(String)]);
      expect(await set({ inbox: "at_once" })).toEqual([400, "inbox_is_daily"]);
      expect(await own()).toEqual([]);
    });

    it("goes with the account", async () => {
      await set({});
      await world().service.rpc("erase_person", { address: person.email });
      expect(await rows("notification_settings", "version", "user_id", person.userId)).toEqual([]);
    });
  });

  describe("a mail's link", () => {
    let desk: NewsDesk;
    const recruiter = prepareEach(() => addTeamMember(world(), "recruiter"));
    const company = prepareEach(() => addCompany(world(), "Linked Ltd"));
    let requirement: string;

    beforeEach(async () => {
      desk = new NewsDesk(world());
      requirement = await fileRequirement(company.owner);
    });

    /** The token of a mail that somebody gets of a message. */
    async function mailedToken(to: Member): Promise<string> {
      await desk.write({ requirement_id: requirement, author: recruiter.userId, side: "team", body: "Come at nine" });
      const [content] = await desk.contentsFor(to);
      return content!.unsubscribe;
    }

    const look = (token: string, api = world().anon) => call<unknown>(api, "subscription_by_token", { token });
    const stop = (token: string) => call<unknown>(world().anon, "unsubscribe", { token });

    it("says what it would switch off, does it once it is asked to, and nothing of whose it is", async () => {
      const token = await mailedToken(company.owner);
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      const before = await look(token);
      expect(before).toEqual({ scope: "messages", groups: ["messages"] });
      expect(await look(token, company.viewer.api)).toEqual(before);
      expect(await own(company.owner)).toEqual([]);
      expect([await stop(token), await stop(token)]).toEqual([true, true]);
      expect(await own(company.owner)).toEqual([
        { requirements: "at_once", messages: "never", inbox: "daily", version: 2 },
      ]);
      expect(await look(token)).toEqual({ scope: "messages", groups: [] });
      // Switched on again, the link of an old mail still switches off.
      await desk.choose(company.owner, { messages: "at_once" });
      expect(await look(token)).toEqual(before);
    });

    it("of a daily mail switches off what comes daily, and nothing else", async () => {
      await desk.choose(company.owner, { messages: "daily" });
      const token = await mailedToken(company.owner);
      expect(await look(token)).toEqual({ scope: "daily", groups: ["messages"] });
      expect(await stop(token)).toBe(true);
      expect(await own(company.owner)).toMatchObject([{ requirements: "at_once", messages: "never" }]);
    });

    it("of the team's morning switches off the inbox, too", async () => {
      await desk.joinedBefore(recruiter);
      await desk.choose(recruiter, { messages: "daily" });
      await world().service.from("contact_submissions").insert({ name: "A", email: "a@b.co", requirement: "x" });
      await desk.queueSummaries(`${LATER_YEAR}-03-02T02:30:00Z`);
      const { unsubscribe } = (await desk.contentsFor(recruiter))[0]!;
      expect(await look(unsubscribe)).toEqual({ scope: "daily", groups: ["messages", "inbox"] });
      await stop(unsubscribe);
      expect(await own(recruiter)).toMatchObject([{ requirements: "at_once", messages: "never", inbox: "never" }]);
    });

    it("is one for each person and kind, and one that nobody was sent is no different from nonsense", async () => {
      const tokens = [
        await mailedToken(company.owner),
        await mailedToken(company.owner),
        await mailedToken(company.member),
      ];
      expect(new Set(tokens).size).toBe(2);
      for (const token of ["", "x", "0".repeat(64), tokens[0]!.toUpperCase(), randomUUID()]) {
        expect([await look(token), await stop(token)]).toEqual([null, false]);
      }
      await world().service.rpc("erase_person", { address: company.member.email });
      expect([await look(tokens[2]!), await stop(tokens[2]!)]).toEqual([null, false]);
    });

    it("stands nowhere: neither in the outbox nor in any other table", async () => {
      const token = await mailedToken(company.owner);
      const kept = await world().query(
        `select query_to_xml('select * from public.mail_outbox', false, false, '')::text
             || query_to_xml('select * from private.unsubscribe_tokens', false, false, '')::text as text`,
      );
      expect(kept[0]!["text"]).toContain(company.owner.userId);
      expect(kept[0]!["text"]).not.toContain(token);
    });
  });
}
