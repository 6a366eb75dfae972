import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { applicantActs } from "../support/people/applicants.ts";
import { sendDueMails } from "../support/people/candidate-pages.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { authenticate, expect, expectWidth, newestMail, test } from "./fixtures.ts";

// From a search to a card that a company sees, and an answer for everybody else: on the smallest phone, without a script.

test.describe.configure({ timeout: 300_000 });
test.use({ javaScriptEnabled: false });

const PHONE = { width: 320, height: 640 };

/** How many have applied besides the one whose way this is. Of fifty: http/team/applicants, suites/hire. */
const OTHERS = 2;

/** Counts what a browser asks for from now on: pages, posts, and every byte that it receives for them. */
async function meter(page: Page) {
  const used = { pages: 0, posts: 0, bytes: 0 };
  const network = await page.context().newCDPSession(page);
  const posts = new Set<string>();
  network.on("Network.requestWillBeSent", ({ request, requestId, type, redirectResponse }) => {
    if (redirectResponse) used.bytes += redirectResponse.encodedDataLength;
    if (type !== "Document" || request.url.startsWith("about:")) return;
    if (request.method === "POST" && !posts.has(requestId)) {
      posts.add(requestId);
      used.posts += 1;
    } else used.pages += 1;
  });
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    used.bytes += encodedDataLength;
  });
  await network.send("Network.enable");
  return used;
}

const expectNarrow = (page: Page) => expectWidth(page, PHONE.width);

test("somebody finds a job, applies and is shown by the yes they gave; the others are answered at once, and it closes", async ({
  page,
  browser,
  backend,
}) => {
  const mark = randomUUID().slice(0, 8);
  const title = `Hull welder ${mark}`;
  const email = `${randomUUID()}@seeker.example`;
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const client = await signUpClient(backend, "Vega Castings");
  const requirement = await fileRequirement(client, { job_title: title, location: "Kochi" });
  const mails = new CandidateMails(backend);
  const { advertise, apply } = applicantActs(() => mails);
  const slug = await advertise(requirement, { title: `'${title}'`, is_named: "true", place: "'Kochi'" });
  const opened: Page[] = [];
  const open = async (): Promise<Page> => {
    opened.push(await browser.newPage({ viewport: PHONE }));
    return opened.at(-1)!;
  };
  await page.setViewportSize(PHONE);
  const applicant = await meter(page);

  await test.step("finds it by word and place, and applies", async () => {
    await page.goto("/jobs");
    await expectNarrow(page);
    await page.getByLabel("What", { exact: true }).fill(mark);
    await page.getByLabel("Where", { exact: true }).fill("Cochin");
    await page.getByRole("button", { name: "Find Jobs" }).click();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("main")).toContainText("Vega Castings");
    await expectNarrow(page);
    await page.getByRole("link", { name: "Apply Now" }).first().click();
    await page.getByLabel("Your name").fill("Asha Rao");
    await expectNarrow(page);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("What you can do").fill("TIG welding, hull repair");
    await page.getByLabel("Where you live").fill("Kochi");
    await page.getByLabel("When you can begin").fill("30 days");
    // By hand: whoever sends a form within two seconds is a program, and gets no mail.
    const words = "I have welded hulls at Kochi for six years.";
    await page.getByLabel("Why you, for this job").pressSequentially(words, { delay: 50 });
    await page.getByLabel("I am 18 or older").check();
    await page.getByRole("button", { name: "Apply Now" }).click();
    await expect(page.getByRole("heading", { name: "One press is left" })).toBeVisible();
    await expectNarrow(page);
    await page.getByRole("button", { name: "Remind Me to Tick It" }).click();
    await expect(page.getByRole("button", { name: "Take It Back" })).toBeVisible();
  });

  await test.step("presses in the mail, once", async () => {
    await page.setContent((await newestMail(backend, email, /^One press sends your application for /)).html);
    // Of a Supabase that is given, the mails' links lead to another site of it.
    const link = await page.getByRole("link", { name: "Send my application" }).getAttribute("href");
    await page.goto(new URL(link!).pathname);
    await expectNarrow(page);
    await page.getByRole("checkbox", { name: "may see this card" }).check();
    await page.getByRole("button", { name: "Yes, Send My Application" }).click();
    await expect(page.getByRole("heading", { name: "We have your application" })).toBeVisible();
    await expectNarrow(page);
  });

  const others: string[] = [];
  for (let place = 1; place <= OTHERS; place += 1) {
    others.push((await apply(requirement, { name: `Other ${place}` })).email);
  }

  const desk = await open();
  await authenticate(desk, recruiter);
  const team = await meter(desk);
  await test.step("the recruiter takes one on, shows the card, and turns all others down", async () => {
    await desk.goto(`/team/requirements/${requirement}/candidates`);
    await expectNarrow(desk);
    const row = desk.getByRole("listitem").filter({ hasText: "Asha Rao" });
    await expect(row).toContainText("I have welded hulls at");
    await row.getByRole("checkbox").check();
    await desk.getByRole("button", { name: "Take On" }).click();
    await expect(desk.getByRole("status")).toContainText("1 person taken on");
    await desk.getByRole("button", { name: "Show to Vega Castings" }).last().click();
    await expect(desk.getByRole("status")).toContainText("1 person shown");
    await desk.getByRole("button", { name: "Turn Down All Not Ticked" }).click();
    // Where no one is ticked it asks first.
    await desk.getByRole("button", { name: `Yes, Turn Down All ${OTHERS}` }).click();
    await expect(desk.getByRole("status")).toContainText(`${OTHERS} people turned down`);
    await expectNarrow(desk);
  });

  const office = await open();
  await authenticate(office, client);
  const company = await meter(office);
  await test.step("the company sees the card, and nobody else", async () => {
    await office.goto(`/client-dashboard/requirements/${requirement}/candidates`);
    await expect(office.getByRole("main")).toContainText("Asha Rao");
    expect(await office.content()).not.toMatch(/Other \d/);
    await expectNarrow(office);
  });

  await test.step("the advert is closed, and gone at the next request", async () => {
    expect((await desk.goto(`/team/requirements/${requirement}/advert`))!.status()).toBe(200);
    await expectNarrow(desk);
    await desk.getByText("Close it …").click();
    await desk.getByRole("button", { name: "Close the Advert" }).click();
    await expect(desk.getByRole("main")).toContainText("Closed");
    expect((await page.goto(`/jobs/${slug}`))!.status()).toBe(410);
    await expectNarrow(page);
  });

  await test.step("each of them has one mail, once nothing can be undone any more", async () => {
    await mails.query(
      `update public.mail_outbox set not_before = now(), next_attempt_at = now()
         where template = 'application_answer' and sent_at is null
           and ids ->> 'entry' in (select id::text from public.shortlist_entries where requirement_id = $1)`,
      [requirement],
    );
    const subjects = async (address: string) =>
      (await mailTo(backend.url, address))
        .map(({ subject }) => subject)
        .filter((subject) => /^(Good|Our)/.test(subject));
    const waiting = new Set([...others, email]);
    const countUnanswered = async () => {
      await sendDueMails(backend);
      for (const address of waiting) if ((await subjects(address)).length === 1) waiting.delete(address);
      return [...waiting];
    };
    await expect.poll(countUnanswered, { timeout: 60_000 }).toEqual([]);
    // Nobody has a second one.
    await sendDueMails(backend);
    for (const address of others)
      expect(await subjects(address), address).toEqual([
        expect.stringMatching(/^Our answer to your application for .+, Kaushal/),
      ]);
    expect(await subjects(email)).toEqual([expect.stringMatching(/^Good news about your application for /)]);
  });

  for (const [side, { pages, posts, bytes }] of Object.entries({ applicant, team, company })) {
    process.stdout.write(`${side}: ${pages} pages, ${posts} posts, ${bytes} bytes received\n`);
  }
  // Filling in, the yes, the press; taking on, showing, turning down and saying yes to that, closing.
  expect([applicant.posts, team.posts, company.posts]).toEqual([3, 5, 0]);
  await mails.close();
  for (const other of opened) await other.close();
});
