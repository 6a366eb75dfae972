import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { given } from "../../support/services/given.ts";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { sendMessage, sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// A long inbox: its groups at hand, and the way back to where somebody was.

const { backend, service, signIn } = await openSharedSite();

const WORD = `w${randomUUID().slice(0, 8)}`;
const LINES = 22;

const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const visitor = await signIn(ann);
await service
  .from("contact_submissions")
  .insert(
    Array.from({ length: LINES - 2 }, (_, index) => ({
      name: `Sender ${index + 2} ${WORD}`,
      email: freshEmail("sender"),
      requirement: `Line ${index + 2} ${WORD}`,
    })),
  )
  .throwOnError();
const items: Awaited<ReturnType<typeof sendMessage>>[] = [];
for (const place of [0, 1])
  items.push(await sendMessage(backend, `Line ${place} ${WORD}`, { name: `Sender ${place} ${WORD}` }));

const linkTo = (html: string, label: string) => new RegExp(`<a href="([^"]+)"[^>]*>${label}`).exec(html)?.[1] ?? "";
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

async function take(item: { id: string; version: number }): Promise<void> {
  expect((await ann.api.rpc("take_item", { item: item.id, seen: item.version })).error).toBeNull();
}

describe("the groups", () => {
  it("stand on top with how many there are, each with the way to it alone", async () => {
    const mine = await sendMessage(backend, `Mine ${WORD}`);
    await take(mine);
    const { data } = await ann.api.rpc("count_inbox");
    const top = await visitor.read("/team");
    for (const [group, label] of [
      ["overdue", "Overdue"],
      ["unclaimed", "New, unassigned"],
      ["mine", "Mine"],
      ["waiting", "Waiting"],
      ["others", "With colleagues"],
      ["suspect", "Likely spam"],
    ] as const) {
      const count = data!.find(({ item_group }) => item_group === group)!.items;
      const link = `<a href="/team?group=${group}">${label} <strong>${count}</strong></a>`;
      // Of those that have none there is nothing to say.
      expect(top.includes(link), group).toBe(count > 0);
    }
    const own = await visitor.read("/team?group=mine");
    expect(own).toContain('<a href="/team?group=mine" aria-current="page">');
    expect(own).toContain(`Mine ${WORD}`);
    expect(own).not.toContain(`Line 0 ${WORD}`);
    expect(own).toMatch(/<th scope="rowgroup"[^>]*><h2>Mine <span class="hint">\d+<\/span><\/h2>/);
  });

  it.skipIf(given)("the next one that is taken is of the kind that is shown", async () => {
    await sendPosting(backend);
    const taken = await visitor.post("/team?kind=posting", { intent: "next" });
    const path = taken.headers.get("location")!;
    expect(path).toMatch(/^\/team\/inbox\/[\da-f-]{36}\?kind=posting$/);
    expect(await visitor.read(path)).toMatch(/<span class="sr-only">Kind: <\/span><span[^>]*>Posting</);
  });
});

describe("where somebody was", () => {
  const list = `/team?words=${WORD}&kind=contact`;

  it("an item leads back there and to the next one, also after something was done", async () => {
    const page = linkTo(await visitor.read(list), "Next page");
    const second = await visitor.read(page);
    const [first = "", next = ""] = [...second.matchAll(/<a id="t\d+" href="([^"]+)"/g)].map(([, href = ""]) => href);
    const item = await visitor.read(first);
    expect(linkTo(item.slice(item.indexOf("<main")), "Inbox")).toBe(page);
    const wanted = /[\da-f-]{36}/.exec(next)![0];
    expect(linkTo(item, "Next in the list")).toContain(`/team/inbox/${wanted}?`);
    const seen = fieldOn(item, "seen");
    const done = await visitor.post(first, { intent: "state", state: "done", seen });
    expect(done.headers.get("location")).toBe(first);
    const after = await visitor.read(first);
    expect(linkTo(after.slice(after.indexOf("<main")), "Inbox")).toBe(page);
    expect(linkTo(after, "Next in the list")).toContain(`/team/inbox/${wanted}?`);
    // A mail that was written elsewhere loses it no more than the rest.
    expect((await visitor.post(first, { intent: "wrote", kind: "reply" })).headers.get("location")).toBe(first);
  });

  it("the last one says nothing of a next", async () => {
    const alone = await sendMessage(backend, `Alone${WORD}`);
    expect(await visitor.read(`/team/inbox/${alone.id}?words=Alone${WORD}`)).not.toContain("Next in the list");
  });

  it("several are changed, and the list is where it was", async () => {
    const html = await visitor.read(list);
    const form = html.slice(html.indexOf('<form id="several"'));
    expect(form).toContain(`<input type="hidden" name="words" value="${WORD}"/>`);
    expect(form).toContain('<input type="hidden" name="kind" value="contact"/>');
    const [one] = items;
    const { data } = await service.from("inbox_items").select("version").eq("id", one!.id).single();
    const asked = `/team/inbox/several?words=${WORD}&kind=contact&act=waiting&item=${one!.id}.${data!.version}`;
    expect(linkTo(await visitor.read(asked), "Back to the Inbox")).toBe(list);
    const entries = { act: "waiting", item: `${one!.id}.${data!.version}` };
    expect((await visitor.post(asked, entries)).headers.get("location")).toBe(list);
  });
});

describe("several", () => {
  it("are named by who sent each, a requirement by who filed it, before anything is done", async () => {
    const client = await signUpClient(backend, `Filers ${WORD}`);
    await fileRequirement(client, { job_title: "Fitter" });
    const filed = await service
      .from("inbox_items")
      .select("id, version")
      .eq("kind", "requirement")
      .order("created_at", { ascending: false })
      .limit(49);
    const rows = [items[1]!, ...filed.data!].map(({ id, version }) => `item=${id}.${version}`);
    const html = wordsOf(await visitor.read(`/team/inbox/several?act=done&${rows.join("&")}`));
    expect(html).toContain(`Line 1 ${WORD} Message from Sender 1 ${WORD}`);
    expect(html).toMatch(new RegExp(`Fitter Requirement from [^,]+, Filers ${WORD}`));
  });

  it("that were not changed are named", async () => {
    const changed = await sendMessage(backend, `Changed meanwhile ${WORD}`);
    await take(changed);
    const item = `${changed.id}.${changed.version}`;
    const response = await visitor.post("/team/inbox/several", { act: "done", item });
    const html = await visitor.read(response.headers.get("location")!);
    expect(html).toContain("0 changed, 1 not");
    expect(html).toMatch(new RegExp(`Not changed: “Changed meanwhile ${WORD}”`));
  });
});

it("the list is a table with a name, a header for each row and each column", async () => {
  const html = await visitor.read("/team?group=unclaimed");
  expect(html).toContain('<table class="inbox in-lines" aria-label="Inbox">');
  expect(html.match(/<th scope="col"/g)).toHaveLength(7);
  expect(html.match(/<th scope="row" class="what"/g)).toHaveLength(html.match(/<tr class="kind-/g)!.length);
});
