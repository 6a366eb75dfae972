import { randomUUID } from "node:crypto";
import { applicantActs } from "../support/people/applicants.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { signUpClient, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { authenticate, countDocuments, expect, fillIn, newestMail, test } from "./fixtures.ts";

// From a search to a card that a company sees: on the smallest phone, without a script. Their pages' widths: sweep. The mails
// of the answers: suites/hire/application-answers. An advert's end: http/team/adverts, http/site/jobs.

test.use({ javaScriptEnabled: false });

const PHONE = { width: 320, height: 640 };

/** How many have applied besides the one whose way this is. Of fifty: http/team/applicants, suites/hire. */
const OTHERS = 2;

test("somebody finds a job, applies and is shown by the yes they gave; the others are turned down at once", async ({
  page,
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
  await advertise(requirement, { title: `'${title}'`, is_named: "true", place: "'Kochi'" });
  /** The posts of whoever is signed in. */
  const counts = countDocuments(page);
  const goOnAs = async (person: Person) => {
    await page.context().clearCookies();
    await authenticate(page, person);
    counts.posts = 0;
  };
  await page.setViewportSize(PHONE);

  await test.step("finds it by word and place, and applies", async () => {
    await page.goto("/jobs");
    await page.getByLabel("What", { exact: true }).fill(mark);
    await page.getByLabel("Where", { exact: true }).fill("Cochin");
    await page.getByRole("button", { name: "Find Jobs" }).click();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("main")).toContainText("Vega Castings");
    await page.getByRole("link", { name: "Apply Now" }).first().click();
    await fillIn(page, {
      "Your name": "Asha Rao",
      Email: email,
      "What you can do": "TIG welding, hull repair",
      "Where you live": "Kochi",
      "When you can begin": "30 days",
    });
    // By hand: whoever sends a form within two seconds is a program, and gets no mail.
    const why = page.getByLabel("Why you, for this job");
    await why.fill("I have welded hulls at Kochi for ");
    await why.pressSequentially("6 years.", { delay: 300 });
    await page.getByLabel("I am 18 or older").check();
    await page.getByRole("button", { name: "Apply Now" }).click();
    await expect(page.getByRole("heading", { name: "One press is left" })).toBeVisible();
    await page.getByRole("button", { name: "Remind Me to Tick It" }).click();
    await expect(page.getByRole("button", { name: "Take It Back" })).toBeVisible();
  });

  await test.step("presses in the mail, once", async () => {
    await page.setContent((await newestMail(backend, email, /^One press sends your application for /)).html);
    // Of a Supabase that is given, the mails' links lead to another site of it.
    const link = await page.getByRole("link", { name: "Send my application" }).getAttribute("href");
    await page.goto(new URL(link!).pathname);
    await page.getByRole("checkbox", { name: "may see this card" }).check();
    await page.getByRole("button", { name: "Yes, Send My Application" }).click();
    await expect(page.getByRole("heading", { name: "We have your application" })).toBeVisible();
    // Filling in, the yes, the press.
    expect(counts.posts).toBe(3);
  });

  for (let place = 1; place <= OTHERS; place += 1) await apply(requirement, { name: `Other ${place}` });

  await goOnAs(recruiter);
  await test.step("the recruiter takes one on, shows the card, and turns all others down", async () => {
    await page.goto(`/team/requirements/${requirement}/candidates`);
    const row = page.getByRole("listitem").filter({ hasText: "Asha Rao" });
    await expect(row).toContainText("I have welded hulls at");
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Take On" }).click();
    await expect(page.getByRole("status")).toContainText("1 person taken on");
    await page.getByRole("button", { name: "Show to Vega Castings" }).last().click();
    await expect(page.getByRole("status")).toContainText("1 person shown");
    await page.getByRole("button", { name: "Turn Down All Not Ticked" }).click();
    // Where no one is ticked it asks first.
    await page.getByRole("button", { name: `Yes, Turn Down All ${OTHERS}` }).click();
    await expect(page.getByRole("status")).toContainText(`${OTHERS} people turned down`);
  });

  // Taking on, showing, turning down and saying yes to that.
  expect(counts.posts).toBe(4);

  await goOnAs(client);
  await page.goto(`/client-dashboard/requirements/${requirement}/candidates`);
  await expect(page.getByRole("main")).toContainText("Asha Rao");
  expect(await page.content()).not.toMatch(/Other \d/);
  await mails.close();
});
