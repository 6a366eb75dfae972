import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { Visitor } from "../../../support/http/visitor.ts";
import { connect, signUpClient, type Person } from "../../../support/people/people.ts";
import { fileRequirement } from "../../../support/people/requirements.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../../support/people/team.ts";
import { openDatabase } from "../../../support/services/own-backend.ts";
import { expectPage, expectWords } from "../../../support/http/expectations.ts";
import type { CountedSite } from "./site.ts";

// What the team has to do: the open requirements in groups, several given at once, somebody's day; and a company's own list.

/** @param running where nobody has filed a requirement yet: lists are read whole */
export function describeWorklists(running: CountedSite): void {
  const owner = openDatabase(running.backend);
  let ann: Person;
  let rea: TeamPerson;
  let ada: TeamPerson;
  let team: Visitor;
  let company: Visitor;

  beforeAll(async () => {
    ann = await signUpClient(running.backend, "Orion Foundry");
    rea = await signUpTeamMember(running.backend, "recruiter", "Rea Recruiter");
    ada = await signUpTeamMember(running.backend, "admin", "Ada Admin");
    team = await Visitor.signedInAs(running.site.url, rea);
    company = await Visitor.signedInAs(running.site.url, ann);
  });

  /** A day so many days from now, where the agency is. */
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });

  /** The group in which each requirement of the list stands, by its title. */
  async function groupsOf(path: string): Promise<Record<string, string>> {
    const html = await team.read(path);
    const bodies = html.split("<tbody>").slice(1);
    return Object.fromEntries(
      bodies.flatMap((body) => {
        const group = /<h2>([^<]*?) ?(?:<|$)/.exec(body)?.[1] ?? "";
        return [...body.matchAll(/<a id="r\d+"[^>]*><bdi>([^<]*)/g)].map(([, title]) => [title!, group.trim()]);
      }),
    );
  }

  /** Files one, in charge of somebody. */
  async function file(job_title: string, recruiter?: TeamPerson, more: Record<string, unknown> = {}): Promise<string> {
    const id = await fileRequirement(ann, { job_title, ...more });
    if (recruiter) await rea.api.rpc("set_recruiter", { requirement: id, seen: 1, person: recruiter.userId });
    return id;
  }

  /** Files several at once, the first of which is due last. */
  const fileRows = (company: Person, count: number, title: string, recruiter?: TeamPerson) =>
    owner.query(
      `insert into public.job_requirements
           (client_id, job_title, job_type, location, required_skills, job_description, deadline, recruiter_id, created_at)
         select member.client_id, $2 || place, 'contract', 'Pune', array['TIG'], 'Weld.', private.today() + 40 - place, $4,
                now() - interval '1 minute' * (100 - place)
           from public.client_members as member cross join generate_series(0, $3::integer - 1) as place
           where member.user_id = $1`,
      [company.userId, title, count, recruiter?.userId ?? null],
    );

  /** Lets days go by since the last word. */
  const age = (id: string, days: number) =>
    owner.query(
      "update private.open_requirements set last_word_at = now() - $2 * interval '1 day' where requirement_id = $1",
      [id, days],
    );

  const say = (person: Person | TeamPerson, requirement: string) =>
    person.api.rpc("post_message", { requirement, body: "Hello" });

  describe("the open requirements", () => {
    it("stand in the first group that fits, and move with what happens", async () => {
      const ids = {
        silent: await file("Silent one", rea, { deadline: dayIn(2) }),
        deadline: await file("Due one", undefined, { deadline: dayIn(6) }),
        later: await file("Later one", rea, { deadline: dayIn(8) }),
        nobodys: await file("Nobody's one"),
        asked: await file("Asked one", rea),
      };
      await age(ids.silent, 6);
      await say(rea, ids.asked);
      const GROUPS = {
        "Silent one": "No news for five days",
        "Due one": "Deadline this week",
        "Later one": "With us",
        "Nobody's one": "Unassigned",
        "Asked one": "Waiting for the company",
      };
      expect(await groupsOf("/team/requirements")).toEqual(GROUPS);
      const html = await team.read("/team/requirements");
      expect(html).toContain('<a href="/team/requirements?group=silent">No news for five days <strong>1</strong></a>');
      expect(await groupsOf("/team/requirements?group=nobodys")).toEqual({ "Nobody's one": "Unassigned" });
      expect(Object.keys(await groupsOf("/team/requirements?whose=nobody")).toSorted()).toEqual([
        "Due one",
        "Nobody's one",
      ]);
      // Its company answers, and it waits for us; what is silent is so no more.
      await say(ann, ids.asked);
      await say(ann, ids.silent);
      expect(await groupsOf("/team/requirements")).toMatchObject({
        "Asked one": "With us",
        "Silent one": "Deadline this week",
      });
      // A line of the inbox that waits is one that the company has to answer.
      const { data: line } = await connect(running.backend.url, running.backend.keys.secret_key)
        .from("inbox_items")
        .select("id, version")
        .eq("requirement_id", ids.asked)
        .single();
      await rea.api.rpc("set_item_state", { item: line!.id, seen: line!.version, state: "waiting" });
      expect(await groupsOf("/team/requirements")).toMatchObject({ "Asked one": "Waiting for the company" });
      // What is closed is in none.
      await ann.api.rpc("withdraw_requirement", { requirement: ids.later, seen: 2, reason: "Filled otherwise" });
      expect(await groupsOf("/team/requirements")).not.toHaveProperty("Later one");
      expect(await team.read("/team/requirements?status=cancelled")).toContain("Later one");
    });

    it("are sorted by a column's link, and each page goes on where the last one ended", async () => {
      await fileRows(ann, 27, "Row ", ada);
      const sorted = await team.read(`/team/requirements?sort=deadline&whose=${ada.userId}`);
      expect(sorted).toMatch(/aria-sort="ascending"><a href="[^"]*sort=deadline&order=desc/);
      const titles = (html: string) => [...html.matchAll(/<a id="r\d+"[^>]*><bdi>([^<]*)/g)].map(([, title]) => title);
      const next = /<a href="([^"]+before=[^"]+)"/.exec(sorted)![1]!;
      const all = [...titles(sorted), ...titles(await team.read(next))];
      expect(all).toEqual(Array.from({ length: 27 }, (_, index) => `Row ${26 - index}`));
      const seen: (string | undefined)[] = [];
      for (let page: string | undefined = "/team/requirements"; page;) {
        const html: string = await team.read(page);
        seen.push(...titles(html));
        page = /<a href="([^"]+before=[^"]+)"[^>]*>Older/.exec(html)?.[1];
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(27);
      await team.read("/team/requirements?sort=title&group=x&before=nonsense");
    });
  });

  describe("several", () => {
    it("are given by one post, and those that somebody else has changed are named", async () => {
      const [first, second] = [await file("Given one"), await file("Changed meanwhile")];
      const change = { intent: "give", recruiter: ada.userId };
      await rea.api.rpc("change_requirement_status", { requirement: second, seen: 1, status: "in_progress" });
      const body = new URLSearchParams(change);
      for (const ticket of [`${first}.1`, `${second}.1`, `${randomUUID()}.1`]) body.append("requirement", ticket);
      const path = "/team/requirements?group=nobodys";
      const given = await team.post(path, body);
      expect([given.status, given.headers.get("location")]).toEqual([303, path]);
      expectWords(await team.read(path), "1 given, 2 not", "Changed meanwhile");
      const { rows } = await owner.query<{ recruiter_id: string | null }>(
        "select recruiter_id from public.job_requirements where id = any ($1) order by job_title desc",
        [[first, second]],
      );
      expect(rows.map(({ recruiter_id }) => recruiter_id)).toEqual([ada.userId, null]);
      // The same form once more says that it is theirs.
      expect((await team.post(path, { ...change, requirement: `${first}.1` })).status).toBe(303);
      expect(await team.read(path)).toContain("1 given");
    });

    it("are not given where nothing is ticked, to nobody of the team, or by somebody else", async () => {
      const id = await file("Kept one");
      const post = async (entries: Record<string, string>) =>
        team.post("/team/requirements", { intent: "give", ...entries });
      await expectPage(post({ recruiter: rea.userId }), 400, "Nothing was chosen");
      expect((await post({ requirement: `${id}.1`, recruiter: "nonsense" })).status).toBe(400);
      expect((await post({ requirement: `${id}.1`, recruiter: ann.userId })).status).toBeGreaterThanOrEqual(400);
      const asked = { requirements: [id], seen: [1], person: rea.userId };
      expect((await ann.api.rpc("give_requirements", asked)).error?.code).toBe("42501");
    });
  });

  describe("my day", () => {
    it("has each thing once, in the first section that fits, and leads to it", async () => {
      const item = await sendMessage(running.backend, "We need two fitters");
      await rea.api.rpc("take_item", { item: item.id, seen: item.version });
      expect(await team.read("/team/my-day")).not.toContain("We need two fitters");
      await owner.query("update public.inbox_items set due_at = now() - interval '3 hours' where id = $1", [item.id]);
      const written = await file("Written about", rea, { deadline: dayIn(1) });
      await say(ann, written);
      const silent = await file("Long silent", rea);
      await say(rea, silent);
      await age(silent, 9);
      const html = await team.read("/team/my-day");
      const part = (id: string) => new RegExp(`<h2 id="${id}"[^]*?</section>`).exec(html)?.[0] ?? "";
      expect(part("due")).toContain(`href="/team/inbox/${item.id}"`);
      expect(part("due")).toContain("3 h late");
      expect(part("messages")).toContain(`href="/team/requirements/${written}/messages"`);
      expect(part("silent")).toContain(`href="/team/requirements/${silent}"`);
      expect(html.split(written).length - 1).toBe(1);
      // Another's day is another.
      expect(await (await Visitor.signedInAs(running.site.url, ada)).read("/team/my-day")).not.toContain(silent);
    });

    it("is where a recruiter begins, and nobody else", async () => {
      expect((await team.ask("/client-auth")).headers.get("location")).toBe("/team/my-day");
      const admin = await Visitor.signedInAs(running.site.url, ada);
      expect((await admin.ask("/client-auth")).headers.get("location")).toBe("/team");
    });

    it("is the morning's mail", async () => {
      const { rows } = await owner.query<{ news: { day: { name: string }[] } }>(
        "select private.inbox_news($1) as news",
        [rea.userId],
      );
      expect(rows[0]!.news.day.map(({ name }) => name)).toEqual(expect.arrayContaining(["due", "messages", "silent"]));
    });
  });

  describe("a company's own list", () => {
    it("is searched and sorted from ten requirements on, in its pages", async () => {
      const other = await signUpClient(running.backend, "Other Works");
      const theirs = await Visitor.signedInAs(running.site.url, other);
      await fileRows(other, 9, "Turner ");
      expect(await theirs.read("/client-dashboard")).not.toContain('role="search"');
      await fileRequirement(other, { job_title: "Quixotic one", deadline: dayIn(1) });
      expect(await theirs.read("/client-dashboard")).toContain('role="search"');
      const found = await theirs.read("/client-dashboard?words=quixotic&sort=newest");
      expect(found).toContain("Quixotic one");
      expect(found).not.toContain("Turner 0");
      expect(await company.read("/client-dashboard?words=quixotic")).not.toContain("Quixotic one");
      expect(await company.read("/client-dashboard?words=zzzz")).toContain("None of your requirements");
      const titles = (html: string) =>
        [...html.matchAll(/<th scope="row"[^>]*><a [^>]*><bdi>([^<]*)/g)].map(([, title]) => title);
      expect(titles(await theirs.read("/client-dashboard?sort=deadline"))[0]).toBe("Quixotic one");
      expect(titles(await theirs.read("/client-dashboard?sort=oldest"))[0]).toBe("Turner 0");
      const first = await company.read("/client-dashboard?sort=deadline");
      const next = /<a href="([^"]+before=[^"]+)"/.exec(first)![1]!;
      const [one, two] = [titles(first), titles(await company.read(next))];
      expect(one.length).toBe(20);
      expect(one.filter((title) => two.includes(title))).toEqual([]);
    });
  });

  it("a call is called one in the inbox", async () => {
    const entries = {
      name: "Caller Kapoor",
      requirement: "Two cooks",
      phone: "9876543210",
      email: null,
      company: null,
    };
    await rea.api.rpc("record_enquiry", { form: randomUUID(), source: "phone", entries });
    expect(await team.read("/team?words=kapoor")).toMatch(/<td class="kind">Call<\/td>/);
  });
}
