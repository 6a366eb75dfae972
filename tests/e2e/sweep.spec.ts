import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { clientPages, makeBusy } from "../support/browser/client-pages.ts";
import { companyPages, signUpCompany } from "../support/people/company.ts";
import { makeDraftPages } from "../support/browser/draft-pages.ts";
import { JOB_PAGES, PAGES } from "../support/browser/pages.ts";
import { makeApplyingPages } from "../support/people/applying-pages.ts";
import { OwnerSession } from "../support/api/database.ts";
import { advertise } from "../support/people/adverts.ts";
import { makeShownOften } from "../support/people/candidate-pages.ts";
import { CandidateMails, rpc } from "../support/people/candidate-people.ts";
import { freshEmail, signUpPerson, type BackendAccess } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { makeShown, teamPages } from "../support/browser/team-pages.ts";
import { authenticate, expect, fillContact, signIn, test as base } from "./fixtures.ts";
import { bringAxe, DESK, look, lookAtEach, lookNarrow, lookOnPhone, lookOnSmallest, widthOf, WORD } from "./looks.ts";

// Every page and every state of a form, opened once and asked for all that each page must hold (`look`), with the longest
// words there may be. With scripts: they add to what is served, and there is more that the security policy can stop.

const test = base.extend<{ complaints: string[] }>({
  /** What the browser says that the security policy has stopped. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await bringAxe(page);
      page.on("console", (message) => {
        if (/content security policy|refused to/i.test(message.text())) {
          complaints.push(`${page.url()} ${message.text()}`);
        }
      });
      await use(complaints);
      expect(complaints, "stopped by the content security policy").toEqual([]);
    },
    { auto: true },
  ],
});

test.describe.configure({ timeout: 600_000 });

/** Presses what is there. Nothing is drawn here (playwright.config.ts), so that a pointer would wait for ever. */
const press = (target: Locator): Promise<void> => target.dispatchEvent("click");

/** Presses a button that leads to another page, which is the same one when a form comes back. */
async function send(page: Page, button: string): Promise<void> {
  const sent = page.waitForEvent("load");
  await press(page.getByRole("button", { name: button, exact: true }));
  await sent;
}

/**
 * Presses the button of a form whose entries are refused, and looks at what comes back, where there is the least room.
 *
 * @param ask `lookNarrow` of a page that has been looked at as a whole
 */
async function lookRefused(page: Page, button: string, what: string, ask = lookOnSmallest): Promise<void> {
  await send(page, button);
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  await ask(page, `${what}, refused`);
}

/** Sends the form of the page with a long word in every box, and looks at what comes back. */
async function lookOverfilled(page: Page, path: string): Promise<void> {
  const sent = page.waitForEvent("load");
  // By no locator: for its first a document reads all of Playwright.
  await page.evaluate((word) => {
    const form = document.querySelector("main form")!;
    const boxes = document.querySelectorAll<HTMLInputElement>("main input.control, main textarea");
    for (const box of boxes) if (box.checkVisibility()) box.value = word;
    [...form.querySelectorAll<HTMLButtonElement>("button[type=submit].btn")].at(-1)!.click();
  }, WORD);
  await sent;
  expect(await page.evaluate(() => document.querySelector("main [role=alert]")?.checkVisibility()), path).toBe(true);
  await look(page, `${path}, refused`);
}

/** Is a page of one frame with another one before it, from which it differs by its words alone? */
function hasSister(path: string): boolean {
  const [kind] = /^\/(services|industries)\//.exec(path) ?? [];
  return kind !== undefined && PAGES.find((each) => each.startsWith(kind)) !== path;
}

// In three parts, so that no worker waits for one long test.
for (const part of [0, 1, 2]) {
  test(`every public page, and what comes of its form, part ${part + 1}`, async ({ page }) => {
    for (const path of PAGES.filter((_, index) => index % 3 === part)) {
      await page.goto(path);
      const hasForm = path !== "/nowhere" && (await page.evaluate(() => document.querySelector("main form") !== null));
      // That of a page with a form is refused is the page and more; of /hire-talent it is the form alone.
      if (!hasForm || path === "/hire-talent") await (hasSister(path) ? lookNarrow(page, path) : look(page, path));
      if (hasForm) await lookOverfilled(page, path);
    }
  });
}

test("jobs: the list, a search, a job with the longest words, and one that is over", async ({
  page,
  client,
  backend,
}) => {
  const owner = OwnerSession.of(backend.database);
  const title = WORD.slice(0, 200);
  const long = {
    title,
    place: title,
    skills: [WORD.slice(0, 100), "TIG"],
    body: `${WORD}\n\n- ${WORD}`,
    is_remote: true,
  };
  const pay = { min_pay: 123_456, max_pay: 99_999_999, tells_pay: true };
  const job = await advertise(owner, await fileRequirement(client), { ...long, ...pay, is_named: true });
  const over = await advertise(owner, await fileRequirement(client), { title });
  await owner.query("update public.adverts set closed_at = now() where slug = $1", [over]);
  await owner.close();
  for (const path of [...JOB_PAGES, `/jobs/${job}`, `/jobs/${over}`]) {
    await page.goto(path);
    await look(page, path);
  }
});

test("pages that a script adds to, before it comes, and the open menu", async ({ page, client }) => {
  await page.route("**/*.js", (route) => route.abort());
  for (const path of ["/", "/client-auth?view=sign-up", "/submit-requirement"]) {
    if (path === "/submit-requirement") await authenticate(page, client);
    await page.goto(path);
    await lookOnSmallest(page, path);
  }
  await page.context().clearCookies();
  await page.goto("/hire-talent");
  await press(page.getByRole("link", { name: "Menu", exact: true }));
  await lookOnPhone(page, "the open menu");
});

test("a company's requirements, drafts and messages", async ({ page, client, backend, service }) => {
  await service.from("clients").update({ company_name: WORD }).eq("user_id", client.userId).throwOnError();
  const busy = await makeBusy(backend, client, WORD);
  const pages = clientPages(busy);
  const messages = `${pages["client-requirement"]}/messages`;
  const recruiter = await signUpTeamMember(backend, "recruiter", "Wolfeschlegelsteinhausenbergerdorff");
  const written = ["Short", WORD, `${WORD}\n\n  ${WORD}`, "\u202Eturned שלום", "https://example.com/".padEnd(400, "x")];
  for (const [index, body] of written.entries()) {
    await (index % 2 ? recruiter : client).api.rpc("post_message", { requirement: busy, body });
  }
  await client.api.rpc("open_messages", { requirement: busy });
  await recruiter.api.rpc("post_message", { requirement: busy, body: WORD });

  const mails = new CandidateMails(backend);
  const long = { full_name: WORD, headline: WORD, summary: `${WORD} ${WORD}`, skills: [WORD.slice(0, 100), "TIG"] };
  for (const more of [long, {}, {}]) await mails.show(recruiter, busy, more);
  await mails.close();
  const { entries } = await rpc<{ entries: { id: string; version: number }[] }>(client.api, "company_candidates", {
    requirement: busy,
  });
  const [{ id: entry, version: seen }] = entries as [(typeof entries)[0]];
  const answers = [{ entry, seen, verdict: "interview", reason: WORD }];
  await rpc(client.api, "answer_candidates", { requirement: busy, answers });

  await signIn(page, client, "/contact");
  await fillContact(page);
  await send(page, "Send Message");
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  const words = page.getByRole("dialog").locator("div");
  expect((await words.boundingBox())!.width, "the notice beside Dismiss").toBeGreaterThan(180);
  await words
    .locator("p")
    .first()
    .evaluate((line, word) => (line.textContent = word), WORD);
  await look(page, "a notice");
  await press(page.getByRole("button", { name: "Dismiss" }));
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.setViewportSize(DESK);
  await page.goto("/client-dashboard");
  await expect(page.getByRole("rowheader").first()).toContainText(WORD);
  expect(await widthOf(page), "the dashboard at a desk").toBeLessThanOrEqual(DESK.width);
  const others = {
    notifications: "/client-dashboard/notifications",
    messages,
    "older messages": `${messages}?before=2999-01-01T00:00:00Z~${busy}`,
  };
  // The dashboard without a filter; what is refused below; the form of a requirement.
  const shownBeside = "client-dashboard-filtered client-candidates client-edit client-withdraw messages draft".split(
    " ",
  );
  await lookAtEach(page, { ...pages, ...(await makeDraftPages(client, WORD)), ...others }, new Set(shownBeside));

  await page.goto(pages["client-candidates"]!);
  await lookRefused(page, "Send Answers", "answers");
  await press(page.locator("summary", { hasText: "Change" }));
  await look(page, "an answer to be changed");
  await page.goto(messages);
  await lookRefused(page, "Send Message", "a message");
  await page.goto(pages["client-edit"]!);
  await page.getByLabel("Job Title").fill("");
  await lookRefused(page, "Save Changes", "an edit");
  await page.goto(pages["client-withdraw"]!);
  await lookRefused(page, "Withdraw Requirement", "a withdrawal");
  await page.goto("/submit-requirement");
  await page.getByLabel("Required Skills").fill(WORD.slice(0, 100));
  await page.setViewportSize({ width: 320, height: 700 });
  await press(page.getByRole("button", { name: "Add to Required Skills" }));
  const remove = page.getByRole("button", { name: /^Remove/ });
  await expect.poll(async () => (await remove.boundingBox())?.height).toBeLessThanOrEqual(60);
  await page.getByLabel("Job Title").fill(WORD);
  await lookRefused(page, "Submit Requirement", "a requirement");
});

test("the words of the tabs and of the figures stay whole at 320 px, with messages to read", async ({
  page,
  client,
  backend,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const id = await fileRequirement(client);
  for (let index = 0; index < 12; index += 1) {
    await recruiter.api.rpc("post_message", { requirement: id, body: "Hello" });
  }
  await signIn(page, client);
  for (const label of await page.locator(".totals dt").all()) {
    expect(await label.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto(`/client-dashboard/requirements/${id}`);
  const tabs = page.getByRole("navigation", { name: "Requirement" });
  await expect(tabs).toContainText("12 new");
  for (const tab of await tabs.getByRole("link").all()) expect((await tab.boundingBox())!.height).toBeLessThan(52);
  // The four stand in two lines at most.
  expect((await tabs.boundingBox())!.height).toBeLessThan(104);
  await lookNarrow(page, "a requirement with messages");
});

/** A company with an open invitation, and somebody who is invited to it. */
async function found(backend: BackendAccess, name: string) {
  const people = await signUpCompany(backend, name);
  await people.owner.api.rpc("invite_member", {
    address: freshEmail("invited"),
    new_access: "viewer",
    full_name: name,
  });
  const invited = await signUpPerson(backend, {});
  await people.owner.api.rpc("invite_member", { address: invited.email, new_access: "member" });
  return { ...people, invited };
}

test("a company's own pages: as its owner, as a viewer, and as somebody who is invited", async ({ page, backend }) => {
  const { owner, member, viewer, invited } = await found(backend, WORD.slice(0, 170));
  const pages = companyPages(member);
  await signIn(page, owner);
  // What is refused below, and what somebody else has saved.
  await lookAtEach(page, pages, new Set(["company", "company-hand-over", "company-edit"]));
  await page.goto(pages["company"]!);
  await lookRefused(page, "Invite", "an invitation");
  await page.goto(pages["company-hand-over"]!);
  await lookRefused(page, "Hand Over", "a choice that was not made");
  await page.goto(pages["company-edit"]!);
  await owner.api.rpc("edit_company", {
    seen: Number(await page.locator("[name=version]").inputValue()),
    company_name: "Renamed Ltd",
  });
  await page.getByLabel("Company Name").fill("Another Name Ltd");
  await send(page, "Save");
  await expect(page.getByText("What changed since you opened this page")).toBeVisible();
  await look(page, "a profile that somebody else has saved");
  await page.context().clearCookies();
  await signIn(page, viewer);
  // What is refused to them is one page.
  for (const path of [pages["company"]!, pages["company-edit"]!, "/client-dashboard"]) {
    await page.goto(path);
    await lookNarrow(page, `${path}, for a viewer`);
  }
  await page.context().clearCookies();
  await signIn(page, invited);
  await look(page, "the dashboard of somebody who is invited");
  await lookAtEach(page, { "the own invitations": "/invitation" });
});

test("a candidate's pages: the question, the code, and their own", async ({ page, backend }) => {
  const mails = new CandidateMails(backend);
  const person = await makeShownOften(backend, mails, { words: WORD, times: 2 });
  const question = `/candidate/${await mails.questionToken(person)}`;
  const first = {
    "a question": question,
    "no question": "/candidate/x",
    "a mailbox of somebody else's": `${question}/not-me`,
    "a link that is asked for": "/candidate",
  };
  // What is refused below.
  await lookAtEach(page, first, new Set(["a link that is asked for"]));
  await lookRefused(page, "Send Me a Link", "an address");
  await page.goto(question);
  await send(page, "Yes, Show This Card");
  await page.getByLabel("Code").fill("12");
  await lookRefused(page, "Yes, Show This Card", "a code");
  await page.getByLabel("Code").fill(await mails.code(person));
  await send(page, "Yes, Show This Card");
  await expect(page.getByRole("status")).toContainText("You have agreed");
  await lookAtEach(page, {
    "the own page": "/candidate",
    "all of it": "/candidate/print",
  });
  await page.goto("/candidate/details");
  await page.getByLabel("Name").fill("");
  await lookRefused(page, "Save", "what we have");
  await page.goto("/candidate");
  await lookRefused(page, "Never Show Me There", "a name", lookNarrow);
  await lookRefused(page, "Delete Everything", "a deletion that was not meant", lookNarrow);
  await page.goto(question);
  await send(page, "Take Back My Yes");
  await lookNarrow(page, "a yes that was taken back");
  await page.goto(`${question}/not-me`);
  await send(page, "This Is Not Me");
  await expect(page).toHaveURL("/candidate?said=not-me");
  const [undo] = await mails.query<{ token: string }>(
    // Not from the mail: nothing is kept of that once it has gone.
    "select private.undo_token(id) as token from private.disowned_mailboxes where address_digest = private.subject_of($1)",
    [person.email],
  );
  await page.goto(`/candidate/${undo!.token}/undo`);
  await lookRefused(page, "It Is Me After All", "an address");
  await mails.close();
});

/** States of a list, or of a form, that another of these pages shows as well. */
const SEEN_ELSEWHERE = new Set([
  "team-inbox-searched",
  "team-inbox-sorted",
  "team-requirements-sorted",
  "team-requirements-searched",
  "team-clients-sorted",
  "team-candidates-empty",
  "team-message-conversion",
  "team-several-all",
  "colleague-absence",
]);

/**
 * Pages of other words in a frame and in parts that another one has: a new one's form, another kind's item, what a company's
 * page or a refused form below shows as well.
 */
const SHOWN_BESIDE = new Set([
  "team-inbox",
  "team-inbox-empty",
  "team-new-enquiry",
  "team-search-empty",
  "team-answers",
  "team-posting",
  "team-consultation",
  "team-filed",
  "team-candidate-of-item",
  "team-conversion",
  "team-figures-by-source",
  "team-history",
  "team-shortlist",
  "team-find-searched",
  "team-new-candidate",
  "team-candidate-edit",
  "team-candidate-erasure",
  "team-filing",
  "team-notifications",
]);

test("every page of the team, as an admin sees it, and the filters fold away", async ({ page, backend }) => {
  const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  const word = `w${randomUUID().slice(0, 8)}`;
  const name = "Wolfeschlegelsteinhausenbergerdorff";
  const words = { title: `${word} ${WORD}`.slice(0, 200), company: "Co".repeat(80), name };
  const pages = teamPages(await makeShown(backend, admin, words));
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, admin, "/team");
  await expect(page.getByRole("search", { name: "The inbox" })).toBeHidden();
  await press(page.getByText("Search and filter"));
  await page.getByRole("search", { name: "The inbox" }).getByLabel("Search", { exact: true }).fill(word);
  await send(page, "Show");
  await expect(page.getByRole("row").filter({ hasText: word })).toHaveCount(4);
  await lookOnPhone(page, "the inbox on a phone");
  const own = Object.entries(pages).filter(([name]) => !SEEN_ELSEWHERE.has(name));
  await lookAtEach(page, Object.fromEntries(own), SHOWN_BESIDE);

  // A line that somebody has in hand whose name is one long word.
  const colleague = await signUpTeamMember(backend, "recruiter", WORD.slice(0, 60));
  await colleague.api.rpc("take_next_item");
  await page.goto("/team?sort=due");
  await lookNarrow(page, "the inbox with a long name");

  await page.goto(pages["team-conversion"]!);
  await lookRefused(page, "Make the Requirement", "a conversion");
  await page.goto(pages["team-posting"]!);
  await lookRefused(page, "Save Note", "a note");
  await page.goto(pages["team-new-candidate"]!);
  await lookRefused(page, "Save", "a candidate");
  await page.goto(pages["team-shortlist-entry"]!);
  await press(page.getByText("Enter someone new"));
  await page.getByRole("textbox", { name: "Email" }).fill(WORD);
  await lookRefused(page, "Add", "somebody for a requirement", lookNarrow);
  await lookAtEach(page, { "a colleague": `/team/people/${admin.userId}` });
  await page.context().clearCookies();
  await page.goto(pages["invitation"]!);
  await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
  await look(page, "an invitation, signed out");
});

test("applying: page one, page two and the press", async ({ page, backend }) => {
  const mails = new CandidateMails(backend);
  const { pages, person, again } = await makeApplyingPages(backend, mails, WORD);
  await lookAtEach(page, pages, new Set(["page one"]));
  await page.goto(pages["page one"]);
  await lookRefused(page, "Apply Now", "an application");
  await page.goto(pages["page two"]);
  await send(page, "Remind Me to Tick It");
  await lookNarrow(page, "a wish on page two");
  const value = encodeURIComponent(btoa(JSON.stringify(await mails.openSession(person))));
  await page.context().addCookies([{ name: "candidate", value, url: page.url() }]);
  await page.goto(again);
  await lookNarrow(page, "applying again from the own page");
  await mails.close();
});
