import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { textOf } from "../support/http/page.ts";
import { clientIdOf } from "../support/people/cast.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { openSharedSite } from "../support/services/processes.ts";

// What a list is narrowed and sorted by: whatever is set, each link and each form of its page changes one control alone.

const { backend, signIn } = await openSharedSite();

const WORD = `w${randomUUID().slice(0, 8)}`;
const client = await signUpClient(backend, `Company ${WORD}`);
const ann = await signUpTeamMember(backend, "admin", `Ann ${WORD}`);
const team = await signIn(ann);
const company = await signIn(client);
await sendMessage(backend, `Message ${WORD}`);
let requirement = "";
// From ten on a company searches its own.
for (let index = 0; index < 10; index += 1) {
  requirement = await fileRequirement(client, { job_title: `Turner ${WORD}`, priority: "urgent" });
}
expect((await ann.api.rpc("post_message", { requirement, body: "Hello" })).error).toBeNull();

type List = {
  path: string;
  as?: typeof team;
  /** What each control says in the address; what only says how another one is meant stands beside that. */
  controls: Record<string, Record<string, string>>;
  /** Where on the page the list and its controls begin. */
  from?: string;
  /** What there is nothing to be found by: a link of the page that leaves it out leads to other things. */
  without?: RegExp;
};

const words = { words: WORD };
const candidates: List["controls"] = {
  words,
  city: { city: "Pune" },
  skills: { skills: "TIG", any: "on" },
  notice: { notice: "30", unknown: "on" },
  pay: { pay: "5000", per: "month", currency: "EUR" },
  process: { process: "free" },
  unasked: { unasked: "on" },
};

const lists: List[] = [
  {
    path: "/client-dashboard",
    as: company,
    from: 'id="requirements"',
    controls: { words, status: { status: "new" }, unread: { unread: "yes" }, sort: { sort: "oldest" } },
  },
  {
    path: "/team",
    controls: {
      words,
      kind: { kind: "contact" },
      state: { state: "new" },
      whose: { whose: "nobody" },
      group: { group: "unclaimed" },
      sort: { sort: "due", order: "desc" },
    },
  },
  {
    path: "/team/requirements",
    controls: {
      status: { status: "new" },
      priority: { priority: "urgent" },
      whose: { whose: "nobody" },
      group: { group: "nobodys" },
      sort: { sort: "age", order: "desc" },
      words,
      client: { client: await clientIdOf(client) },
    },
  },
  { path: "/team/clients", controls: { words, sort: { sort: "name" } } },
  { path: "/team/candidates", controls: candidates },
  {
    path: `/team/requirements/${requirement}/find`,
    controls: candidates,
    // Where nobody is found.
    without: /^Look without its skills and city$/,
  },
  {
    path: "/team/activity",
    controls: {
      person: { person: ann.userId },
      deed: { deed: "exported" },
      company: { company: WORD },
      from: { from: "2026-01-01" },
      to: { to: "2026-01-31" },
    },
  },
  { path: "/team/figures", controls: { month: { month: "2026-01" }, by: { by: "company" } } },
  {
    path: "/jobs",
    controls: { words, place: { place: "Pune" }, work: { work: "contract" } },
  },
];

const START = "2000-01-01T00:00:00Z~00000000-0000-0000-0000-000000000000";
const companyId = await clientIdOf(client);

// What stood there may have moved forward since.
it.each([
  ["/client-dashboard", { before: START }, company],
  ["/client-dashboard", { before: START, words: WORD }, company],
  [`/client-dashboard/requirements/${requirement}/history`, { before: START }, company],
  [`/client-dashboard/requirements/${requirement}/messages`, { before: START }, company],
  ["/team", { after: "closed~1990-01-01T00:00:00Z~00000000-0000-0000-0000-000000000000", words: WORD }],
  ["/team/requirements", { before: START, words: WORD }],
  ["/team/clients", { before: companyId, words: WORD }],
  ["/team/candidates", { before: START, words: WORD }],
  [`/team/requirements/${requirement}/find`, { before: START }],
  [`/team/requirements/${requirement}/history`, { before: START }],
  [`/team/clients/${companyId}`, { before: START }],
  ["/team/activity", { before: START }],
  ["/team/figures/rows", { measure: "came", before: START }],
])(
  "%s behind its end, by %j, says so and leads to its first page, and not that there is nothing",
  async (path, asked, as = team) => {
    const html = await textOf(await as.ask(`${path}?${new URLSearchParams(asked).toString()}`));
    expect(wordsOf(html.slice(html.indexOf("<main"), html.indexOf("</main>")))).toMatch(/Nothing further\./);
    expect(html).not.toMatch(
      /There is no such|No match|No candidates yet|None of your|Nothing to do|Nothing has happened|Nothing of this kind/,
    );
    expect(html).toMatch(/<nav[^>]*aria-label="Pages"[^>]*>\s*<a [^>]*>(Newest|First page|To the Newest)/);
  },
);

/** The most controls that are set at once: what is found grows less with each. */
const MOST = 4;

/** Sets of controls, in which each two stand together. */
function setsOf(names: string[]): string[] {
  const left = new Set(names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one} ${other}`)));
  const sets: string[] = [];
  for (const pair of left) {
    const set = pair.split(" ");
    const isNew = (name: string) => set.some((each) => left.has(`${each} ${name}`) || left.has(`${name} ${each}`));
    for (const name of names) {
      if (set.length < MOST && !set.includes(name) && isNew(name)) set.push(name);
    }
    for (const one of set) for (const other of set) left.delete(`${one} ${other}`);
    sets.push(set.join(", "));
  }
  return sets;
}

/** What leads to the whole list, and what looks for the same words in all of it. */
const SHOW_ALL = /^Show (all|everything)/;
const SEARCH_ALL = /^Search (all|the whole)/;

const wordsOf = (html: string) => html.replace(/<[^>]+>/g, "").trim();
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** What a form sends as it stands there, without what is empty. */
function entriesOf(form: string): URLSearchParams {
  const inputs = [...form.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, "type") !== "checkbox" || /\schecked\b/.test(tag))
    .map((tag) => [attribute(tag, "name"), attribute(tag, "value")]);
  const selects = [...form.matchAll(/<select[^>]*>([^]*?)<\/select>/g)].map(([tag, options = ""]) => {
    const chosen = /<option[^>]*\sselected\b[^>]*>/.exec(options)?.[0];
    return [attribute(tag.slice(0, tag.indexOf(">")), "name"), attribute(chosen ?? "", "value")];
  });
  const all = [...inputs, ...selects] as [string, string | undefined][];
  return new URLSearchParams(all.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

describe.each(lists)("$path", ({ path, as = team, controls, from = "<main", without = /^$/ }) => {
  /** The controls that an address sets to something else than what was asked for, or that it has without being asked. */
  const changed = (found: URLSearchParams, asked: Record<string, string>) => {
    const names = new Set([...found.keys(), ...Object.keys(asked)]);
    const other = [...names].filter((name) => (found.get(name) ?? "") !== (asked[name] ?? ""));
    const owners = other.map(
      (name) => Object.keys(controls).find((key) => name in controls[key]!) ?? `unknown: ${name}`,
    );
    return [...new Set(owners)];
  };

  it.each(setsOf(Object.keys(controls)))("keeps %s", async (set) => {
    const asked = Object.fromEntries(set.split(", ").flatMap((name) => Object.entries(controls[name]!)));
    const address = `${path}?${new URLSearchParams({ ...asked, before: "x", after: "x", nonsense: "x" }).toString()}`;
    const response = await as.ask(address);
    expect(response.status).toBe(200);
    const page = await textOf(response);
    const html = page.slice(page.indexOf(from), page.indexOf("</main>"));
    let checked = 0;
    const of = (href: string) => new URL(href, "https://site.example");

    const forms = [...html.matchAll(/<form[^>]*method="get"[^>]*>[^]*?<\/form>/g)].map(([form]) => form);
    for (const form of forms.filter((each) => of(attribute(each, "action") ?? "").pathname === path)) {
      const sent = entriesOf(form);
      checked += 1;
      // What says how a pay is meant has a value of its own, where none is asked for.
      if (!("pay" in asked)) for (const name of ["per", "currency"]) sent.delete(name);
      if (!("sort" in asked) && sent.get("sort") === "newest") sent.delete("sort");
      expect(Object.fromEntries(sent)).toEqual(asked);
    }

    const pagesNav = /<nav[^>]*aria-label="Pages"[^]*?<\/nav>/.exec(html)?.[0] ?? "";
    for (const [link, href = ""] of html.matchAll(/<a [^>]*?href="([^"]+)"[^]*?<\/a>/g)) {
      const to = of(href);
      const label = wordsOf(link);
      const isFile = to.pathname.startsWith("/team/export/");
      if ((to.pathname !== path && !isFile) || without.test(label)) continue;
      checked += 1;
      if (pagesNav.includes(link)) for (const name of ["before", "after", "page"]) to.searchParams.delete(name);
      if (SHOW_ALL.test(label)) expect([label, to.searchParams.get("words") ?? ""]).toEqual([label, ""]);
      else if (SEARCH_ALL.test(label)) expect([label, Object.fromEntries(to.searchParams)]).toEqual([label, words]);
      else if (isFile || pagesNav.includes(link)) expect([label, changed(to.searchParams, asked)]).toEqual([label, []]);
      else expect([label, changed(to.searchParams, asked).length]).toEqual([label, expect.toBeOneOf([0, 1])]);
    }
    expect(checked).toBeGreaterThan(0);
  });
});

it.each([
  [company, "/client-dashboard", "10 found."],
  [team, "/team", "11 found, in all states."],
  [team, "/team/requirements", "10 found, in all requirements."],
  [team, "/team/requirements?group=nobodys", "10 found, in “Unassigned”."],
  [team, "/team/requirements?sort=deadline", "10 found, in all that is open."],
  [team, "/team/requirements?status=new", "10 found, in new."],
  [team, "/team/clients", "1 found."],
])("a search says how many it has found: %s %s", async (visitor, path, found) => {
  const page = await visitor.read(`${path}${path.includes("?") ? "&" : "?"}words=${WORD}`);
  expect(wordsOf(page)).toContain(found);
});

it.each([
  ["/team/requirements?status=filled&group=waiting", "What is closed has no groups"],
  ["/team/requirements?status=filled&sort=deadline", "What is closed has no groups: the newest first."],
  ["/team?state=done&group=mine", "What is closed has no groups"],
])("%s says what it does not hold to", async (path, said) => {
  expect(await team.read(path)).toContain(said);
});
