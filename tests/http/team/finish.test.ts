import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { given } from "../../support/services/given.ts";
import { mailTo } from "../../support/services/mailbox.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { sendMessage, sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, seenOn, textOf } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

// One form of an item: what is written, and what is done with the item by the same press; and how that is undone.

const { backend, service, signIn } = await openSharedSite();
const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const ben = await signUpTeamMember(backend, "recruiter", "Ben Baker");
const visitor = await signIn(ann);

type Item = Awaited<ReturnType<typeof sendMessage>>;

const pathOf = ({ id }: Pick<Item, "id">) => `/team/inbox/${id}`;

/** What a page's form carries along. */
const carriedOn = (html: string) => ({
  ...seenOn(html),
  seen: fieldOn(html, "seen"),
  served: fieldOn(html, "served"),
});

async function press(path: string, entries: Record<string, string>): Promise<Response> {
  return visitor.post(path, { ...carriedOn(await visitor.read(path)), kind: "note", body: "", ...entries });
}

/** What its page would send of an item that is as it came. */
const pressNew = (item: Item, entries: Record<string, string>) =>
  visitor.post(pathOf(item), { seen: String(item.version), kind: "note", body: "", ...entries });

/** Where the notice of a page undoes what it says. */
function undoOn(html: string): string {
  const [, path = ""] = /<form[^>]* action="(\/team\/inbox\/undo[^"]+)"/.exec(html) ?? [];
  expect(path).toContain("act=");
  return path;
}

async function rowOf({ id }: Pick<Item, "id">) {
  const { data } = await service.from("inbox_items").select("state, assignee, due_at").eq("id", id).single();
  return data!;
}

describe("an item's page", () => {
  it("says who sent it and what they wrote, each once, before its form; what is long is folded, and not said twice", async () => {
    const text = `Forty nurses. ${"Night shifts, mostly. ".repeat(40)}`;
    const item = await sendMessage(backend, text, { name: "Uma Nair", company: "Northpeak" });
    const html = await visitor.read(pathOf(item));
    const main = html.slice(html.indexOf("<main"));
    const places = ["<h1", `>${item.email}</a>`, "Forty nurses.", "<summary>Show the rest", 'class="work-form"'].map(
      (part) => main.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const words = main.replace(/<[^>]+>/g, " ");
    expect(words.match(/Forty nurses\./g)).toHaveLength(1);
    expect(words.match(/mostly\./g)).toHaveLength(40);
    expect(words.match(/Uma Nair/g)).toHaveLength(1);
    const posting = await sendPosting(backend, { phone: "98765 43210" });
    const posted = await visitor.read(pathOf(posting));
    expect(posted).toContain('<a href="tel:9876543210">98765 43210</a>');
    expect(posted).not.toMatch(/<dt>(Job title|Contact|Email|Phone|Company)<\/dt>/);
    expect(posted).toContain("<dt>Location</dt>");
  });

  it("says once that it is done", async () => {
    const item = await sendMessage(backend, "Closed once");
    await pressNew(item, { intent: "done" });
    const html = await visitor.read(pathOf(item));
    const head = html.slice(html.indexOf('class="item-head"'), html.indexOf('class="item"'));
    expect(head.match(/done/gi)).toHaveLength(1);
  });
});

describe("a press", () => {
  it("notes, closes, and leads to the next one of the list, taken, with the list's filter", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const [next, item] = [await sendMessage(backend, `One ${word}`), await sendMessage(backend, `Two ${word}`)];
    const path = `${pathOf(item)}?words=${word}`;
    const response = await press(path, { intent: "next", kind: "call", body: "Rang: two shifts." });
    expect(response.headers.get("location")).toBe(`${pathOf(next)}?words=${word}&at=unclaimed`);
    const html = await visitor.read(response.headers.get("location")!);
    expectWords(html, "Noted, done", "The next one is yours.", "Whose: you");
    expect(await rowOf(item)).toMatchObject({ state: "done", assignee: ann.userId });
    expect(await visitor.read(pathOf(item))).toContain("Rang: two shifts.");
    const last = await press(`${pathOf(next)}?words=${word}`, { intent: "spam" });
    expect(last.headers.get("location")).toBe(`/team?words=${word}`);
    expect(await visitor.read(last.headers.get("location")!)).toContain("Nothing is left to take.");
  });

  it("lets it come back in the morning of the day that was pressed", async () => {
    for (const [intent, words] of [
      ["tomorrow", "comes back tomorrow"],
      ["three-days", "comes back in 3 days"],
      ["week", "comes back in a week"],
    ] as const) {
      const item = await sendMessage(backend, "Back in");
      const response = await pressNew(item, { intent });
      expect((await visitor.read(response.headers.get("location")!)).toLowerCase()).toContain(words);
      const { state, due_at } = await rowOf(item);
      expect(state).toBe("waiting");
      // Nine o'clock on the team's wall.
      expect(new Date(due_at).toISOString()).toMatch(/T03:30:00\.000Z$/);
      if (intent === "tomorrow") expect(await visitor.read(pathOf(item))).toContain(">comes back tomorrow<");
    }
  });

  it("on what somebody has changed in between does nothing, and keeps every word", async () => {
    const item = await sendMessage(backend, "Changed by two");
    const carried = carriedOn(await visitor.read(pathOf(item)));
    await ben.api.rpc("take_item", { item: item.id, seen: 1 });
    for (const kind of ["call", "reply"]) {
      const late = { ...carried, intent: "next", kind, body: "Half an hour of typing" };
      const html = await expectPage(visitor.post(pathOf(item), late), 409, "A colleague changed this a moment ago");
      expectWords(html, ">Half an hour of typing</textarea>", `checked="" value="${kind}"`);
    }
    expect(await rowOf(item)).toMatchObject({ state: "open", assignee: ben.userId });
  });

  it("without words sends and notes nothing that needs some", async () => {
    const item = await sendMessage(backend, "No words");
    for (const [intent, kind] of [
      ["note", "note"],
      ["next", "reply"],
    ] as const) {
      const response = pressNew(item, { intent, kind, body: " \u200b" });
      await expectPage(response, 400, kind === "reply" ? "Enter what to write" : "Enter the note");
    }
    expect(await rowOf(item)).toMatchObject({ state: "new" });
  });
});

describe("a reply", () => {
  it.skipIf(given)(
    "goes to the sender with the clerk's name, quotes what it answers, and stands in the history",
    async () => {
      const item = await sendMessage(backend, "Ring 0800 123 456 at evil.example", { name: "Zoë" });
      const response = await pressNew(item, { intent: "done", kind: "reply", body: "Dear Zoë,\n\nwe ring you." });
      expect(response.headers.get("location")).toBe("/team");
      expect(await visitor.read("/team")).toContain("Sent, done");
      await expect.poll(() => mailTo(backend.url, item.email)).toHaveLength(1);
      const [{ subject, text: mail } = { subject: "", text: "" }] = await mailTo(backend.url, item.email);
      expect(subject).toBe("Your message to Kaushal Global Hiring");
      expect(mail).toContain("Dear Zoë,\n\nwe ring you.\n\nAnn Archer\nKaushal Global Hiring\n\n");
      // The words of whoever filled in the form lead nowhere.
      expect(mail).toContain("> Ring …");
      expect(mail).not.toMatch(/123 456|evil\.example/);
      await expect
        .poll(() => visitor.read(pathOf(item)))
        .toMatch(/<p>Replied by mail<\/p>[^]*Dear Zoë,\n\nwe ring you\./);
    },
  );

  it("is offered for enquiries alone: what a company has filed has its messages", async () => {
    const client = await signUpClient(backend, `Filing ${randomUUID()}`);
    const requirement = await fileRequirement(client);
    const line = await service.from("inbox_items").select("id").eq("requirement_id", requirement).single();
    const html = await visitor.read(pathOf(line.data!));
    expect(html).not.toContain("Reply by mail");
    expect(html).toContain(`/team/requirements/${requirement}/messages`);
    const refused = visitor.post(pathOf(line.data!), {
      ...carriedOn(html),
      intent: "done",
      kind: "reply",
      body: "Kept words",
    });
    await expectPage(refused, 422, ">Kept words</textarea>");
  });

  it("takes a text that the team keeps, under what is typed, with its places filled in", async () => {
    const title = `Rates ${randomUUID()}`;
    const saved = await press("/team/answers", { title, body: "Dear {name}, about {title} by {my name}: {}." });
    expect(saved.headers.get("location")).toBe("/team/answers");
    const link = new RegExp(`href="(/team/answers\\?answer=([^"]+))"[^>]*><bdi>${title}`).exec(
      await visitor.read("/team/answers"),
    )!;
    const posting = await sendPosting(backend, { job_title: "Welder", contact_name: "Vik {title}" });
    const page = await visitor.post(pathOf(posting), {
      seen: "1",
      intent: "answer",
      answer: link[2]!,
      kind: "reply",
      body: "Hello.",
    });
    expect(page.status).toBe(200);
    const html = await textOf(page);
    expect(html).toContain(">Hello.\n\nDear Vik {title}, about Welder by Ann Archer: {}.</textarea>");
    expect(html).toContain('checked="" value="reply"');
    // It is changed on the version that was seen, and deleted.
    const changed = await press(link[1]!, { title, body: "Shorter" });
    expect(changed.status).toBe(303);
    const late = { version: "1", title, body: "Lost words" };
    const both = await expectPage(visitor.post(link[1]!, late), 409, ">Lost words</textarea>");
    expect(both).toMatch(/<strong>Now:<\/strong> Shorter<\/dd><dd><strong>Yours:<\/strong> Lost words/);
    // A colleague gives it another title while its text is written: both are kept.
    const now = await visitor.read(link[1]!);
    expect(now).toContain(">Shorter</textarea>");
    const seen = seenOn(now);
    expect((await visitor.post(link[1]!, { ...seen, title: `${title} II`, body: "Shorter" })).status).toBe(303);
    expect((await visitor.post(link[1]!, { ...seen, title, body: "Shortest" })).status).toBe(303);
    expectWords(await visitor.read(link[1]!), ">Shortest</textarea>", `value="${title} II"`);
    await press(link[1]!, { intent: "delete" });
    expect(await visitor.read("/team/answers")).not.toContain(title);
    const unknown = press("/team/answers", { title: "", body: "Dear {name}, about {about}." });
    await expectPage(unknown, 400, "{about} is not one of the places we fill in");
  });
});

describe("undo", () => {
  it("in the notice that follows puts the item back, and once", async () => {
    const item = await sendMessage(backend, "Done too soon");
    const done = await pressNew(item, { intent: "done", kind: "reply", body: "Sent too soon" });
    const said = await visitor.read(done.headers.get("location")!);
    // Before it is pressed, what it can't do.
    expectWords(said, "Sent, done", "Undo puts the item back, but does not stop the mail.");
    const path = undoOn(said);
    const undone = await visitor.post(path, {});
    expect(undone.headers.get("location")).toBe(pathOf(item));
    const html = await visitor.read(pathOf(item));
    expectWords(html, "It is as it was before. The mail has been sent anyway.", "Undone: new again");
    expect(await rowOf(item)).toMatchObject({ state: "new", assignee: null });
    const again = await visitor.post(path, {});
    expect(await visitor.read(again.headers.get("location")!)).toContain("undone already");
  });

  it("names whoever has changed it since, and leaves theirs", async () => {
    const item = await sendMessage(backend, "Taken up again");
    const done = await pressNew(item, { intent: "spam" });
    const said = await visitor.read(done.headers.get("location")!);
    expectNoWords(said, "does not stop the mail");
    const path = undoOn(said);
    await ben.api.rpc("set_item_state", { item: item.id, seen: 2, state: "open" });
    const undone = await visitor.post(path, {});
    expectWords(await visitor.read(undone.headers.get("location")!), "Not undone", "Ben Baker changed it since.");
    expect(await rowOf(item)).toMatchObject({ state: "open" });
  });

  it("brings back all of a search, which was changed from one page and one post", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const rows = Array.from({ length: 53 }, (_, index) => ({
      name: "Spammer",
      email: `s${index}@spam.example`,
      requirement: `Pills ${index} ${word}`,
    }));
    await service.from("contact_submissions").insert(rows);
    const list = await visitor.read(`/team?words=${word}`);
    const link = /<a href="([^"]+)">All of this search<\/a>/.exec(list)?.[1] ?? "";
    const page = await visitor.read(link);
    expectWords(page, "The first 50 of more than 50", "So many can be changed at once. More are left then.");
    const tickets = [...page.matchAll(/name="item" value="([^"]+)"/g)].map(([, ticket = ""]) => ticket);
    expect(tickets).toHaveLength(50);
    const body = new URLSearchParams([...tickets.map((ticket) => ["item", ticket]), ["act", "spam"]]);
    const changed = await visitor.ask(link, { method: "POST", body });
    expect(changed.headers.get("location")).toBe(`/team?words=${word}`);
    const after = await visitor.read(`/team?words=${word}`);
    expectWords(after, "50 changed", "In this list, 3 are left.", "All 3 of this search");
    const undone = await visitor.post(undoOn(after), {});
    expectWords(
      await visitor.read(undone.headers.get("location")!),
      "50 are as they were before.",
      "All of this search",
    );
  });
});

it("the list comes before its filters, with a link that skips to it and its groups as headings", async () => {
  await sendMessage(backend, "Anything");
  const html = await visitor.read("/team");
  expect(html).toMatch(/<a href="#main" class="skip">[^<]*<\/a><a href="#list" class="skip">Skip to the list<\/a>/);
  const places = ['<div id="list"', 'aria-label="The inbox"'].map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(html).toMatch(/<th scope="rowgroup"[^>]*><h2>(?:Overdue|New, unassigned)/);
  expect(html).toContain(">Continue</button>");
});
