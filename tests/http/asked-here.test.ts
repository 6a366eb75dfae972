import { expect, it } from "vitest";
import { expectNoWords, expectWords } from "../support/http/expectations.ts";
import { pageOf } from "../support/http/page.ts";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { OwnerSession } from "../support/api/database.ts";

// A GET that has an effect, which a link anywhere could have in the name of who presses it, or a page that only fetches it.
const { backend, signIn, site } = await openSharedSite();

const PRESSED = { "Sec-Fetch-User": "?1" };
/** How browsers ask for what nobody has asked for, by what has made them. */
const UNASKED: Record<string, Record<string, string>> = {
  "a script on another site": { "Sec-Fetch-Site": "cross-site" },
  "another name of this site": { "Sec-Fetch-Site": "same-site" },
  "a prefetch from here": { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
  "a prerendering by typing": { "Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch;prerender", ...PRESSED },
  "an older prefetch": { Purpose: "prefetch" },
};

const owner = await signUpClient(backend, "Asked Foundry");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const manager = await signUpTeamMember(backend, "hr_manager", "Hal Manager");
const requirement = await fileRequirement(owner);
const mails = new CandidateMails(backend);
await mails.show(recruiter, requirement);
await mails.close();
await addCandidate(recruiter);
await owner.api.rpc("post_message", { requirement, body: "What the company says" });
await recruiter.api.rpc("post_message", { requirement, body: "What the team says" });
const item = await sendMessage(backend, "What a visitor writes");
const [company, team, hr] = [await signIn(owner), await enter(recruiter), await enter(manager)];
const database = OwnerSession.of(backend.database);

/** Signs somebody of the team in. */
async function enter({ email, password }: { email: string; password: string }) {
  const visitor = new Visitor(site.url);
  await visitor.post("/login", { email, password });
  return visitor;
}

/** All that a GET may have written here. */
async function effects(): Promise<unknown> {
  const { rows } = await database.query(`
    select (select count(*) from public.entry_views) as views, (select count(*) from public.item_openings) as openings,
           (select count(*) from public.activity_log) as log,
           (select md5(string_agg(unread::text, ',' order by user_id, requirement_id)) from public.unread_messages) as unread`);
  return rows;
}

const own = `/client-dashboard/requirements/${requirement}`;
const PAGES = [
  { path: `${own}/candidates`, who: company, words: "Asha Rao" },
  { path: `${own}/messages`, who: company, words: "What the team says" },
  { path: `/team/requirements/${requirement}/messages`, who: team, words: "What the company says" },
  { path: `/team/inbox/${item.id}`, who: team, words: "What a visitor writes" },
];
const FILES = ["inbox", "requirements", "candidates"].map((name) => ({
  path: `/team/export/${name}.csv?words=x`,
  who: hr,
  words: "id",
}));

it.each(Object.entries(UNASKED))("%s changes nothing: there is a button instead", async (_, headers) => {
  const before = await effects();
  for (const { path, who, words } of [...PAGES, ...FILES]) {
    const { status, html } = await pageOf(await who.ask(path, { headers }));
    expect([path, status]).toEqual([path, 403]);
    expectWords(html, "Do you want to open this?", `href="${path}"`);
    if (words.length > 2) expectNoWords(html, words);
  }
  expect(await effects()).toEqual(before);
});

it.each(FILES)("a pressed or typed link to $path makes no file", async ({ path, who }) => {
  const before = await effects();
  for (const site of ["cross-site", "same-site", "none"]) {
    const answer = await who.ask(path, { headers: { "Sec-Fetch-Site": site, ...PRESSED } });
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([403, null]);
  }
  expect(await effects()).toEqual(before);
  const answer = await who.ask(path, { headers: { "Sec-Fetch-Site": "same-origin", ...PRESSED } });
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringContaining("attachment"),
  ]);
  expect(await effects()).not.toEqual(before);
});

it.each(PAGES)("a link of a mail, pressed or typed, shows $path and counts as opened", async ({ path, who, words }) => {
  const before = await effects();
  for (const site of ["none", "cross-site"]) {
    const { status, html } = await pageOf(await who.ask(path, { headers: { "Sec-Fetch-Site": site, ...PRESSED } }));
    expect(status).toBe(200);
    expectWords(html, words);
  }
  expect(await effects()).not.toEqual(before);
});
