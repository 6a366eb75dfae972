import { afterAll, expect, it } from "vitest";
import { OwnerSession } from "../../support/api/database.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";
import { fieldOn } from "../../support/http/page.ts";
import { applicantActs } from "../../support/people/applicants.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// An advert from its first word to its end, as the team's page and its company's page say it.

const { backend, signIn } = await openSharedSite();
const owner = OwnerSession.of(backend.database);
afterAll(() => owner.close());
const { apply } = applicantActs(() => ({
  query: async (statement) => (await owner.query<Record<string, unknown>>(statement)).rows,
}));
const client = await signUpClient(backend, "Castor & Pollux Forge");
const viewer = await signUpColleague(backend, client, "viewer");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const as = { team: await signIn(recruiter), company: await signIn(client), viewer: await signIn(viewer) };

const WORDS = {
  title: "Pipe welder",
  place: "Pune",
  country: "India",
  work: "contract",
  min_experience: "two",
  max_experience: "",
  skills: "TIG, pressure lines",
  body: "You weld pipes.\n\nWhat you do\n- Weld by TIG",
  min_pay: "25,000",
  max_pay: "30k",
  pay_currency: "INR",
  pay_unit: "month",
  tells_pay: "on",
};

/** A day, so many from today on, where the agency is. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + days * 86_400_000);

async function file() {
  const id = await fileRequirement(client);
  const [team, company] = [`/team/requirements/${id}/advert`, `/client-dashboard/requirements/${id}/advert`];
  const version = async () => {
    const { rows } = await owner.query<{ version: number }>(
      "select version from public.adverts where requirement_id = $1",
      [id],
    );
    return String(rows[0]!.version);
  };
  /** Saves what the page's own form would send, with these words. */
  const save = async (words: object = {}) => {
    const page = await as.team.read(team);
    const seen = { version: fieldOn(page, "version"), marks: fieldOn(page, "marks") };
    return as.team.post(team, { intent: "save", ...seen, ...WORDS, ...words });
  };
  const open = async (closes_on = dayIn(30)) =>
    as.team.post(team, { intent: "open", version: await version(), closes_on });
  return { id, team, company, save, open, version };
}

it("begins with what the requirement says, and is previewed as the public page", async () => {
  const { team, company, save } = await file();
  const blank = await as.team.read(team);
  expectWords(blank, "Write what people read", 'value="Welder"', 'value="Pune"', 'value="India"');
  expectWords(await as.company.read(company), "This job is not on our site");
  const wrong = await save({ body: " ", max_pay: "20000", pay_unit: "day" });
  await expectPage(
    Promise.resolve(wrong),
    400,
    "Enter the job in words",
    "The most pay must not be below the least",
    "TIG, pressure lines",
  );
  await expectRedirect(save(), 303, team);
  const page = await as.team.read(team);
  expectWords(
    page,
    "Not public yet",
    "Check the preview",
    "Save and Preview",
    "As people read it",
    "What the company filed",
    "You weld pipes.",
    "₹25,000 to ₹30,000",
    "Open to the Public",
    "2 years or more",
  );
  // What is saved is ticked: a word changed later takes nothing off.
  expect(page).toMatch(/<input(?=[^>]*name="tells_pay")[^>]*\bchecked/);
  expect(page).not.toMatch(/<input(?=[^>]*name="is_remote")[^>]*\bchecked/);
  expect(page).not.toContain("At Castor");
});

it("says what stands against opening it, and by which words", async () => {
  const { team, save, open } = await file();
  await save({ body: "Work at the CASTOR forge. Call 98765 43210." });
  const page = await as.team.read(team);
  expectWords(page, "opened yet", "It names the company", "“castor”", "It says how someone is reached");
  expect(page).not.toContain("Open to the Public");
  await expectPage(open(), 422, "Not done", "says how someone is reached");
});

it("is opened until a day, named and taken down by its company, and opened again", async () => {
  const { team, company, save, open, version } = await file();
  await save();
  await expectPage(open(dayIn(90)), 400, "within 60 days");
  await expectRedirect(open(), 303, team);
  expectWords(
    await as.team.read(team),
    "Public",
    "see the page",
    "The company is not named",
    "You are in charge of this requirement now: no one was.",
    "Save: Public at Once",
  );
  expectWords(
    await as.company.read(company.replace(/\/advert$/, "")),
    "The job is on our site",
    "without your name",
    ">Advert<",
  );
  // The dashboard says so as well, whatever else is next.
  expectWords(await as.company.read("/client-dashboard"), `href="${company}">On our site until`, "We answer by");
  const page = await as.company.read(company);
  expectWords(page, "You weld pipes.", "Put Our Name on It", "Take the Job Down");
  // It is asked once, and says what becomes of whoever has applied.
  expect(page).toMatch(
    /<details[^>]*><summary>Take the Job Down<[^]*your company has closed this job[^]*Yes, Take It Down/,
  );
  // What the team changes while it is public, its company reads, and whoever saves it is told so.
  await save({ body: "You weld pipes. You check them." });
  expectWords(await as.team.read(team), "It is public now, and the company is told what has changed.");
  const changed = await as.company.read(company);
  expectWords(changed, "We changed its text on", "You check them.");
  const seen = { version: fieldOn(changed, "version") };
  // A viewer reads, and has nothing to press.
  const read = await as.viewer.read(company);
  expect(read).toContain("You weld pipes.");
  expect(read).not.toMatch(/Put Our Name|Take the Job Down/);
  await expectPage(as.viewer.post(company, { intent: "take-down", ...seen }), 403);
  await expectRedirect(as.company.post(company, { intent: "name", ...seen }), 303, company);
  // Sent twice, it is done once.
  await expectRedirect(as.company.post(company, { intent: "name", ...seen }), 303, company);
  const named = await as.company.read(company);
  expectWords(named, "Your name is on the job", "At Castor & Pollux Forge", "Take Our Name Off");
  await expectPage(as.company.post(company, { intent: "unname", ...seen }), 409, "Nothing of yours is done");
  const now = { version: fieldOn(named, "version") };
  await expectRedirect(as.company.post(company, { intent: "take-down", ...now }), 303, company);
  const over = await as.company.read(company);
  expectWords(
    over,
    "The job is taken down",
    "told by mail within ten minutes",
    "no longer on our site",
    "You check them.",
  );
  // What stood there stands there, and nothing that was never so.
  expectWords(over, "At Castor & Pollux Forge");
  expect(over).not.toMatch(/Apply Now|Apply until/);
  expectWords(await as.team.read(team), "The company took it down", "Open It Again");
  await expectRedirect(open(), 303, team);
  const closed = as.team.post(team, { intent: "close", version: await version(), template: "", words: "" });
  await expectRedirect(closed, 303, team);
  expectWords(await as.team.read(team), "Advert closed", "The team closed it.");
  const history = await as.company.read(company.replace(/advert$/, "history"));
  expectWords(
    history,
    "Advert opened, until",
    "Advert changed: text",
    "name put on the advert",
    "Advert taken down",
    "Advert closed",
  );
});

it("is changed by the team also once its last day is over, which promises no mail and shows it to the company", async () => {
  const { id, team, company, save, open } = await file();
  await save();
  await expectRedirect(open(), 303, team);
  // As long as somebody waits for an answer the schedule does not close it.
  await apply(id);
  await owner.query("update public.adverts set closes_on = private.today() - 1 where requirement_id = $1", [id]);
  const over = await as.team.read(team);
  expectWords(over, "Save and Preview");
  expectNoWords(over, "Public at Once", "Tell the Company");
  await expectRedirect(save({ body: "You weld pipes, and check them." }), 303, team);
  expectWords(
    await as.team.read(team),
    "Its last day is over, so no one but the company reads it, on its own page: no mail goes.",
  );
  expectWords(
    await as.company.read(company),
    "Its last day is over, and no one can apply any more",
    "We changed its text on",
    "You weld pipes, and check them.",
  );
});

it("keeps what a colleague has changed in other fields, and shows both where they have changed the same", async () => {
  const { team, save } = await file();
  await save();
  const page = await as.team.read(team);
  const seen = { version: fieldOn(page, "version"), marks: fieldOn(page, "marks") };
  const send = (words: object) => as.team.post(team, { intent: "save", ...seen, ...WORDS, ...words });
  await expectRedirect(send({ title: "Pipe welder, day shift" }), 303, team);
  await expectRedirect(send({ place: "Nashik" }), 303, team);
  expectWords(
    await as.team.read(team),
    "Saved by someone else meanwhile, and kept: Title",
    "Pipe welder, day shift",
    "Nashik",
  );
  await expectPage(
    send({ title: "Pipe fitter" }),
    409,
    "Changed by both of you",
    "Pipe welder, day shift",
    "Pipe fitter",
  );
});
