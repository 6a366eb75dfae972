import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { ofForms } from "~/content/public-forms";
import routes from "~/routes";
import { clientPages } from "../support/browser/client-pages.ts";
import { makeDraftPages } from "../support/browser/draft-pages.ts";
import { makeShown, teamPages } from "../support/browser/team-pages.ts";
import { OwnerSession } from "../support/api/database.ts";
import { ownerOf } from "../support/http/form-owner.ts";
import { postedForms, type PageForm } from "../support/http/forms.ts";
import { textOf } from "../support/http/page.ts";
import type { Visitor } from "../support/http/visitor.ts";
import { addCandidate, askToShow, CandidateMails, rpc, shortlist } from "../support/people/candidate-people.ts";
import { companyPages, signUpCompany } from "../support/people/company.ts";
import { signUpPerson, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { openSharedSite } from "../support/services/processes.ts";

// Two people use one browser: every form of every page of the one is sent while the other is signed in.
const { backend, service, signIn, site } = await openSharedSite();
const database = OwnerSession.of(backend.database);

/** The routes that take posts, and why no form of theirs is one account's: a new one must be swept, or stand here. */
const FOR_ANYBODY: Record<string, string> = {
  ...Object.fromEntries(Object.values(ofForms("path")).map((path) => [path.slice(1), "a visitor's, of no session"])),
  "jobs/:slug/apply": "the same",
  "jobs/apply/:token": "the link, which whoever applied alone has, says whose it is",
  "jobs/confirm/:token": "the link of its mail says whose it is",
  "jobs/confirm/:token/not-me": "the same",
  login: "names its account, and proves it",
  "get-started": "makes an account",
  unsubscribe: "the link of its mail says whose it is; mail programs post it by themselves",
  "candidate/:token": "the link of its mail says whose it is",
  "candidate/:token/code": "the link of its mail says whose it is",
  "candidate/:token/not-me": "the link of its mail says whose it is",
  "candidate/:token/undo": "the link of its mail says whose it is",
  "forgot-password": "there is no such page",
  "*": "the same",
  "team/*": "there is no such page, and an action says so",
};

/** The buttons that do the same whoever is signed in. */
const BUTTONS_FOR_ANYBODY: Record<string, string> = {
  "sign-out": "who presses it wants nobody to be signed in here",
  close: "the same, of a candidate's own page",
  reset: "a mail goes to the address that it names, whoever asks for it",
};

/**
 * The routes of which some forms are for anybody, and those that ask by themselves: each of their forms is sent. The others are
 * asked for before the route is, whatever the form: one of them is as good as another.
 */
const BY_FORM = ["client-auth", "client-dashboard", "invitation", "candidate", "candidate/details"];

/** A form of somebody's page, to be sent as another of their kind. */
type Sending = { kind: string; route: string; form: PageForm; other: Visitor };

const sendings = new Map<string, Sending>();
let before: string[];

/** The lines of the route table, by the patterns of their addresses. */
const table = routes.flatMap(({ children, ...line }) => [line, ...(children ?? [])]);
const patterns = table.map(
  ({ path = "" }) => [path, new RegExp(`^/${path.replaceAll(/:\w+/g, "[^/]+").replace("*", ".*")}$`)] as const,
);

function routeOf(action: string): string {
  const path = action.replace(/[?#].*/, "");
  return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? "";
}

const takesPosts = (file: string) =>
  /export (async function action|function action|const action)\b|export \{[^}]*\baction\b/.test(
    readFileSync(`app/${file}`, "utf8"),
  );
const posting = table.filter(({ file }) => takesPosts(file)).map(({ path = "" }) => path);

/** The buttons of a form that may not be pressed by another account; of one without any, what is sent in their place. */
function buttonsOf({ buttons }: PageForm): [string, string][] {
  return buttons.length === 0 ? [["intent", ""]] : buttons.filter(([, value]) => !(value in BUTTONS_FOR_ANYBODY));
}

/**
 * Opens the pages that take posts, as the one, until a form of each route is there; sees whose each form says it is. That each
 * form of the source says so: architecture/forms.
 */
async function open(kind: string, [one, other]: readonly [Visitor, Visitor], owner: string, paths: readonly string[]) {
  for (const path of paths) {
    const page = routeOf(path);
    const isNoted = [...sendings.values()].some(({ route }) => route === page);
    if (!BY_FORM.includes(page) && (isNoted || !posting.includes(page))) continue;
    const answer = await one.ask(path);
    expect([200, 303], `${kind} ${path}`).toContain(answer.status);
    for (const form of postedForms(await answer.text(), path)) {
      const buttons = buttonsOf(form);
      if (buttons.length === 0) continue;
      const owners = form.entries.filter(([name]) => name === "owner");
      expect(owners, `${kind} ${path} ${form.action}`).toEqual([["owner", owner]]);
      const route = routeOf(form.action);
      const names = [...new Set(form.entries.map(([name]) => name))].sort().join(" ");
      const own = `${kind} ${route} ${names} ${buttons.map(([, value]) => value).join(" ")}`;
      const key = BY_FORM.includes(route) ? own : route;
      if (!sendings.has(key)) sendings.set(key, { kind, route, form, other });
    }
  }
}

/** A digest of each table of ours. */
async function readTables(): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private') order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      `select '${name} ' || coalesce(md5(string_agg(line::text, '' order by line::text)), '') as digest from ${name} as line`,
  );
  return (await database.query<{ digest: string }>(digests.join(" union all "))).rows
    .map(({ digest }) => digest)
    .sort();
}

const pair = (people: readonly [Person, Person]) => Promise.all(people.map(signIn)) as Promise<[Visitor, Visitor]>;

async function openCompany(): Promise<void> {
  const [vega, lyra] = [await signUpCompany(backend, "Vega Castings"), await signUpCompany(backend, "Lyra Ltd")];
  const requirement = await fileRequirement(vega.owner);
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const mails = new CandidateMails(backend);
  await mails.show(recruiter, requirement);
  await mails.close();
  await vega.owner.api.rpc("invite_member", { address: "invited@test.example", new_access: "member" });
  await database.query(
    `insert into public.adverts (requirement_id, slug, title, place, country, work, body, opened_at, closes_on)
       values ($1, $2, 'Fitter', 'Pune', 'India', 'permanent', 'Fit pipes.', now(), private.today() + 20)`,
    [requirement, `fitter-${requirement}`],
  );
  const own = {
    ...clientPages(requirement),
    ...companyPages(vega.member),
    ...(await makeDraftPages(vega.owner, "Fitter")),
  };
  const more = [
    `/client-dashboard/requirements/${requirement}/messages`,
    "/client-dashboard/notifications",
    "/submit-requirement",
    "/client-auth?view=new-password",
  ];
  for (const [access, paths] of [
    ["owner", [...Object.values(own), ...more]],
    ["member", ["/client-dashboard/company", "/client-dashboard/company/leave"]],
  ] as const) {
    const both = await pair([vega[access], lyra[access]]);
    await open(`a company's ${access}`, both, ownerOf(vega[access].userId), paths);
  }
}

async function openFounder(): Promise<void> {
  const [one, two] = [await signUpPerson(backend, {}), await signUpPerson(backend, {})];
  const { owner } = await signUpCompany(backend, "Inviting Ltd");
  const both = await pair([one, two]);
  await open("somebody without a company", both, ownerOf(one.userId), ["/client-dashboard"]);
  const { data: invitation } = await owner.api.rpc("invite_member", { address: one.email, new_access: "member" });
  const { data: mail } = await service.rpc("invitation_mail", { invitation: invitation! });
  const paths = ["/invitation", `/invitation?token=${(mail as { token: string }).token}`];
  await open("somebody invited", both, ownerOf(one.userId), paths);
}

async function openTeam(): Promise<void> {
  const admin = await signUpTeamMember(backend, "admin", "One admin");
  const shown = await makeShown(backend, admin, { title: "Welder wanted", company: "Shown Ltd", name: "Sam Shown" });
  // What one proved address stands on can be merged.
  await database.query(
    "update public.candidates set email = one.email from public.candidates as one where candidates.id = $1 and one.id = $2",
    [shown.twin, shown.candidate],
  );
  await database.query("update public.candidates set email_confirmed_at = now() where id = $1", [shown.candidate]);
  const paths = Object.values(teamPages(shown)).filter((path) => path.startsWith("/team"));
  // A company that nobody owns, which has another form.
  const { clientId, owner } = await signUpCompany(backend, "Left Ltd");
  await service.from("client_members").delete().eq("user_id", owner.userId).throwOnError();
  paths.push(`/team/requirements/${shown.requirement}/edit`, `/team/clients/${clientId}`);
  // Something for an admin's day and lists, something late of a colleague's, and a stranger, whom erasing is offered for.
  await database.query("update public.job_requirements set recruiter_id = $1 where id = $2", [
    admin.userId,
    shown.requirement,
  ]);
  await database.query(
    "update public.inbox_items set assignee = $1, claim_expires_at = null, due_at = now() - interval '1 hour' where id = $2",
    [shown.colleague, shown.items.contact],
  );
  paths.push(`/team/inbox/${(await sendMessage(backend, "Not yet known")).id}/erase`);
  // The other has been asked about, so that it stays.
  paths.push(`/team/candidates/${shown.twin}/merge?with=${shown.candidate}`);
  paths.push(`/team/people/${shown.colleague}`);
  const both = await pair([admin, await signUpTeamMember(backend, "admin", "Two admin")]);
  // A notice with a button that undoes what was done.
  const { id, version } = await sendMessage(backend, "Done in a moment");
  const done = await both[0].post("/team/inbox/several", { item: `${id}.${version}`, act: "done" });
  await open("the team", both, ownerOf(admin.userId), [done.headers.get("location")!, ...paths]);
}

async function openCandidates(): Promise<void> {
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const { owner } = await signUpCompany(backend, "Asking Ltd");
  const mails = new CandidateMails(backend);
  const requirement = await fileRequirement(owner);
  const [one, two] = [await addCandidate(recruiter), await addCandidate(recruiter)];
  await askToShow(recruiter, await shortlist(recruiter, requirement, one));
  await mails.show(recruiter, await fileRequirement(owner), {});
  await rpc(recruiter.api, "add_never", { candidate: one.id, named: "Lyra Ltd" });
  const both = [await mails.openOwnPage(site.url, one), await mails.openOwnPage(site.url, two)] as const;
  await mails.close();
  await open("a candidate", both, ownerOf(one.id), ["/candidate", "/candidate/details"]);
}

beforeAll(async () => {
  await openCompany();
  await openFounder();
  await openTeam();
  await openCandidates();
  before = await readTables();
}, 240_000);

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

it("every form of every page says for whom it was made, and is taken in nobody else's session: 409, entries kept", async () => {
  const askedWithout = new Set<string>();
  for (const { kind, route, form, other } of sendings.values()) {
    const [button] = buttonsOf(form);
    const what = `${kind}: ${route} ${button![1]} ${form.entries.map(([name]) => name).join(" ")}`;
    const entries = [...form.entries, button!];
    const refused = await other.ask(form.action, { method: "POST", body: new URLSearchParams(entries) });
    expect(refused.status, what).toBe(409);
    const html = await refused.text();
    expect(html, what).toContain("This page was opened by another account");
    for (const [name, value] of entries) {
      if (!name.includes("password")) expect(html, what).toContain(`name="${name}" value="${escape(value)}"`);
    }
    // One of an older page, or of a program, which does not say whose it is: no route is told of it.
    if (askedWithout.has(kind)) continue;
    askedWithout.add(kind);
    const unsaid = entries.filter(([name]) => name !== "owner");
    const asked = await other.ask(form.action, {
      method: "POST",
      body: new URLSearchParams([...unsaid, ["owner", ""]]),
    });
    expect([asked.status, await textOf(asked)], what).toEqual([
      409,
      expect.stringContaining("Look at who is signed in"),
    ]);
  }
  expect(await readTables()).toEqual(before);
}, 240_000);

it("the script that saves the requirement form by itself is refused as well, in words", async () => {
  const { form, other } = [...sendings.values()].find(({ route }) => route === "submit-requirement")!;
  const refused = await other.ask("/submit-requirement/draft", {
    method: "POST",
    body: new URLSearchParams(form.entries),
  });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      refused: expect.stringContaining(
        "Another account is signed in now, in this browser. Nothing was saved or sent.",
      ) as string,
    },
  ]);
  expect(await readTables()).toEqual(before);
});

it("every route that takes a post is swept here, or says why its forms are for anybody", () => {
  const swept = new Set([...sendings.values()].map(({ route }) => route));
  // The script's, above.
  swept.add("submit-requirement/draft");
  expect(posting.filter((path) => !swept.has(path) && !(path in FOR_ANYBODY))).toEqual([]);
  expect(Object.keys(FOR_ANYBODY).filter((path) => !posting.includes(path))).toEqual([]);
  // What the site itself lets through is listed above, or each of its forms was sent.
  const source = readFileSync("app/pages/form-owner.ts", "utf8");
  const exempt = [...source.matchAll(/^ {2}"\/([^"]+)":/gm)].map(([, path]) => path!);
  expect(exempt.filter((path) => !(path in FOR_ANYBODY)).sort()).toEqual([...BY_FORM].sort());
});

it("signing out does what it says, whoever is signed in", async () => {
  const other = await signIn(await signUpPerson(backend, {}));
  const out = await other.post("/client-dashboard", { intent: "sign-out", owner: ownerOf("somebody else") });
  expect([out.status, out.headers.get("location"), other.cookies.has("session")]).toEqual([302, "/client-auth", false]);
});
