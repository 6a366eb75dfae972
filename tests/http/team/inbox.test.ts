import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { given } from "../../support/services/given.ts";
import { freshEmail } from "../../support/people/people.ts";
import { sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn } = await openSharedSite();

/** A word that is in these messages alone. */
const WORD = `w${randomUUID().slice(0, 8)}`;
const HOUR = 3_600_000;
const MESSAGES = 25;

const ann = await signUpTeamMember(backend, "recruiter", `Ann ${WORD}`);
const ben = await signUpTeamMember(backend, "hr_manager", `Ben ${WORD}`);
const visitor = await signIn(ann);
await service
  .from("contact_submissions")
  .insert(
    Array.from({ length: MESSAGES }, (_, index) => ({
      name: "Sender",
      email: freshEmail("sender"),
      requirement: `Need ${index} ${WORD}`,
      company: `Company ${index}`,
      // Two came so long ago that they are later than those of most other tests, and not so long that they are deleted.
      created_at: new Date(Date.now() - (index < 2 ? 28 * 24 + 26 : 1) * HOUR + index * 1_000).toISOString(),
    })),
  )
  .throwOnError();

/** The titles of a page's lines, in their order. */
function titles(html: string): string[] {
  return [...html.matchAll(/<a id="t\d+"[^>]*><bdi>([^<]+)<\/bdi><\/a>/g)].map(([, title = ""]) => title);
}

/** Where a list goes on. */
function nextPage(html: string): string | undefined {
  return /<a href="([^"]+)"[^>]*>Next page/.exec(html)?.[1];
}

/** The cells of a title's row, as text. */
function rowOf(html: string, title: string): string {
  const row = html.split("<tr").find((part) => part.includes(`>${title}<`)) ?? "";
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

describe("looking", () => {
  it("groups what is to be done, late ones first, with who, when, due and whose", async () => {
    let html = await visitor.read("/team");
    expect(html).toMatch(/<th scope="rowgroup"[^>]*><h2>Overdue <span class="hint">\d+<\/span>/);
    // Others' lines may be later still.
    for (let pages = 1; pages < 30 && !html.includes(`>Need 0 ${WORD}<`); pages += 1) {
      html = await visitor.read(nextPage(html) ?? "");
    }
    const row = rowOf(html, `Need 0 ${WORD}`);
    expectWords(row, "Message", "Sender , Company 0", "28 days late", "nobody", "Take It");
  });

  it("a search finds by words, each line once over its pages, and goes back to the first", async () => {
    const seen: string[] = [];
    let path: string | undefined = `/team?words=${WORD}`;
    let pages = 0;
    while (path !== undefined && pages < 5) {
      const html: string = await visitor.read(path);
      seen.push(...titles(html));
      expect(html.includes("First page")).toBe(pages > 0);
      path = nextPage(html);
      pages += 1;
    }
    expect(pages).toBe(2);
    expect(seen).toHaveLength(MESSAGES);
    expect(new Set(seen).size).toBe(MESSAGES);
    // Of what is searched for the newest comes first.
    expect(seen[0]).toBe(`Need ${MESSAGES - 1} ${WORD}`);
  });

  it("a column's link sorts, says so, and turns the order round", async () => {
    const html = await visitor.read(`/team?words=${WORD}`);
    expect(html).toContain('<th scope="col" class="sort" aria-sort="descending"');
    const link = /<a href="([^"]+)">Due/.exec(html)?.[1] ?? "";
    const sorted = await visitor.read(link);
    expect(titles(sorted)[0]).toBe(`Need 0 ${WORD}`);
    expect(sorted).toMatch(/aria-sort="ascending"[^>]*><a href="[^"]+order=desc[^"]*">Due/);
    const turned = await visitor.read(/<a href="([^"]+)">Due/.exec(sorted)?.[1] ?? "");
    expect(titles(turned)[0]).toBe(`Need ${MESSAGES - 1} ${WORD}`);
  });

  it("filters narrow it down, and stay in the form", async () => {
    const none = await visitor.read(`/team?words=${WORD}&kind=posting`);
    expect(titles(none)).toEqual([]);
    expect(none).toContain("Nothing of this kind");
    expect(none).toMatch(/<option value="posting" selected="">/);
    expect(none).toContain(`value="${WORD}"`);
    expect(titles(await visitor.read(`/team?words=${WORD}&whose=nobody&kind=contact`))).toHaveLength(20);
  });

  it.each([
    "kind=x&state=x&whose=%27&sort=x&order=x&after=overdue~2026-13-45T99:99:99Z~1",
    "after=mine~2026-01-01T00:00:00Z~00000000-0000-0000-0000-000000000000&sort=due&words=%00",
    `words=${"x ".repeat(2_000)}`,
  ])("nonsense in the address is no failure: %s", async (query) => {
    await visitor.read(`/team?${query}`);
  });

  it("what has been opened is marked as seen", async () => {
    const html = await visitor.read(`/team?words=${WORD}`);
    const [path, title] = [/<a id="t0" href="([^"]+)"/.exec(html)?.[1] ?? "", titles(html)[0]];
    expect(html).toContain(`>${title}</bdi></a><span class="sr-only">, not opened yet</span>`);
    await visitor.read(path);
    expect(await visitor.read(`/team?words=${WORD}`)).not.toContain(
      `>${title}</bdi></a><span class="sr-only">, not opened`,
    );
  });
});

describe("doing", () => {
  // On a Supabase that was there before, what is due first may be others'.
  it.skipIf(given)("takes the next one, and leads to it", async () => {
    const response = await visitor.post("/team", { intent: "next" });
    expect(response.status).toBe(303);
    const path = response.headers.get("location") ?? "";
    expect(path).toMatch(/^\/team\/inbox\/[\da-f-]{36}$/);
    expectWords(await visitor.read(path), "It is yours", "Whose: you");
    const { data } = await service.from("inbox_items").select("assignee, state").eq("id", path.slice(-36)).single();
    expect(data).toEqual({ assignee: ann.userId, state: "open" });
  });

  it("takes the one whose button was pressed; when a colleague was quicker, says so and does nothing", async () => {
    const item = await sendMessage(backend, `Both want ${WORD}`);
    const other = await signIn(ben);
    const take = `${item.id}.${item.version}`;
    expect((await other.post("/team", { take })).headers.get("location")).toBe(`/team/inbox/${item.id}`);
    const html = await expectPage(visitor.post(`/team?words=${WORD}`, { take }), 409);
    expect(html).toContain("A colleague changed this a moment ago");
    // The list is there as it is now.
    expect(rowOf(html, `Both want ${WORD}`)).toContain(`Ben ${WORD}`);
  });

  it("shows mine and nobody's together, without what a colleague has, and keeps that in its links", async () => {
    const own = `whose${randomUUID().slice(0, 8)}`;
    const other = await signIn(ben);
    for (const [title, as] of [
      [`Free ${own}`, undefined],
      [`Held ${own}`, visitor],
      [`Theirs ${own}`, other],
    ] as const) {
      const { id, version } = await sendMessage(backend, title);
      await as?.post("/team", { take: `${id}.${version}` });
    }
    const query = `words=${own}&whose=me-or-nobody`;
    const html = await visitor.read(`/team?${query}`);
    expect(titles(html).sort()).toEqual([`Free ${own}`, `Held ${own}`]);
    expect(html).toMatch(/<option value="me-or-nobody" selected="">Mine and unassigned/);
    expect(html).toContain(`/team?${query}&sort=due`);
    const file = await other.read(`/team/export/inbox.csv?${query}`);
    expectWords(file, `"Theirs ${own}"`, `"Free ${own}"`);
    expect(file).not.toContain(`"Held ${own}"`);
  });

  it("lists several that were ticked, asks, and does it with those nobody has changed", async () => {
    const items = await Promise.all([1, 2, 3].map((index) => sendMessage(backend, `Heap ${index} ${WORD}`)));
    const query = new URLSearchParams(items.map(({ id, version }) => ["item", `${id}.${version}`]));
    query.set("act", "spam");
    const html = await visitor.read(`/team/inbox/several?${query.toString()}`);
    expect(html).toContain("Set 3 items to spam?");
    for (const index of [1, 2, 3]) expect(html).toContain(`Heap ${index} ${WORD}`);
    expect(html.match(/<input type="hidden" name="item"/g)).toHaveLength(3);
    const stateOf = async (id: string) =>
      (await service.from("inbox_items").select("state").eq("id", id).single()).data?.state;
    // Looking has done nothing.
    expect(await stateOf(items[0]!.id)).toBe("new");
    const other = await signIn(ben);
    await other.post("/team", { take: `${items[2]!.id}.${items[2]!.version}` });
    const body = new URLSearchParams(query);
    const response = await visitor.ask("/team/inbox/several", { method: "POST", body });
    expect(response.headers.get("location")).toBe("/team");
    expect(await visitor.read("/team")).toContain("2 changed, 1 not");
    expect(await Promise.all(items.map(({ id }) => stateOf(id)))).toEqual(["spam", "spam", "open"]);
  });

  it("gives several to a colleague, and back to nobody", async () => {
    const items = await Promise.all([1, 2].map((index) => sendMessage(backend, `Give ${index} ${WORD}`)));
    const body = new URLSearchParams(items.map(({ id, version }) => ["item", `${id}.${version}`]));
    body.set("act", ben.userId);
    expect(await visitor.read(`/team/inbox/several?${body.toString()}`)).toContain(`Give 2 items to Ben ${WORD}?`);
    await visitor.ask("/team/inbox/several", { method: "POST", body });
    const { data } = await service
      .from("inbox_items")
      .select("assignee, version")
      .in(
        "id",
        items.map(({ id }) => id),
      );
    expect(data?.map(({ assignee }) => assignee)).toEqual([ben.userId, ben.userId]);
  });

  it.each(["act=done", "item=x&act=done", `item=${randomUUID()}.1&act=x`])(
    "nothing ticked, or nothing to do: %j is said, and does nothing",
    async (query) => {
      await expectPage(visitor.ask(`/team/inbox/several?${query}`), 400, "Nothing was chosen");
      const body = new URLSearchParams(query);
      const posted = await visitor.ask("/team/inbox/several", { method: "POST", body });
      expect([303, 400]).toContain(posted.status);
    },
  );
});
