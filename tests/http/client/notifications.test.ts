import { describe, expect, it } from "vitest";
import { signUpClient, type Person } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, textOf } from "../../support/http/page.ts";
import { type Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect } from "../../support/http/expectations.ts";

// Which mails somebody gets, on the pages of a company and of the team.
const { backend, signIn } = await openSharedSite();

const PORTAL = "/client-dashboard/notifications";
const TEAM = "/team/notifications";

function checked(html: string): string[] {
  const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([tag]) => tag);
  const valueOf = (tag: string, name: string) => new RegExp(` ${name}="(\\w*)"`).exec(tag)?.[1];
  const chosen = radios.filter((tag) => valueOf(tag, "checked") === "");
  return chosen.map((tag) => `${valueOf(tag, "name")} ${valueOf(tag, "value")}`);
}

const newPerson: Record<string, () => Promise<Person>> = {
  [PORTAL]: () => signUpClient(backend, "Vega Castings"),
  [TEAM]: () => signUpTeamMember(backend, "recruiter", "Rea Recruiter"),
};

describe.each([
  [PORTAL, { requirements: "daily", messages: "never" }, ["requirements at_once", "messages at_once"]],
  [
    TEAM,
    { inbox: "never", requirements: "never", messages: "daily" },
    ["inbox daily", "requirements at_once", "messages at_once"],
  ],
])("%s", (path, wanted: Record<string, string>, defaults) => {
  const chosen = (choices: Record<string, string>) => Object.entries(choices).map((each) => each.join(" "));

  async function enter(): Promise<Visitor> {
    return signIn(await newPerson[path]!());
  }

  it("shows what holds, and saves what is chosen, once", async () => {
    const person = await newPerson[path]!();
    const visitor = await signIn(person);
    const html = await visitor.read(path);
    expect(checked(html)).toEqual(defaults);
    expect(html).toContain(`They go to <strong>${person.email}</strong>`);
    expect(fieldOn(html, "version")).toBe("0");
    for (let time = 0; time < 2; time += 1) {
      await expectRedirect(visitor.post(path, { version: "0", ...wanted }), 303, path);
    }
    const after = await visitor.read(path);
    expect(after).toContain("It applies from the next mail on.");
    expect(checked(after)).toEqual(chosen(wanted));
  });

  it("says beside the question what is missing, keeps the others, and saves nothing", async () => {
    const visitor = await enter();
    const response = await visitor.post(path, { version: "0", ...wanted, requirements: "", messages: "hourly" });
    expect(response.status).toBe(400);
    const html = await textOf(response);
    expect(html).toContain("There is a problem");
    expect(html.match(/<span class="sr-only">Error: <\/span>Choose how often/g)).toHaveLength(2);
    expect(checked(html)).toEqual(path === TEAM ? ["inbox never"] : []);
    expect(checked(await visitor.read(path))).toEqual(defaults);
  });

  it("saves nothing on what has changed meanwhile: both sides are shown, and sent again it is taken", async () => {
    const visitor = await enter();
    await visitor.post(path, { version: "0", ...wanted });
    const mine = { ...wanted, messages: "at_once" };
    const html = await expectPage(visitor.post(path, { version: "0", ...mine }), 409);
    expect(html).toContain("They have changed since you opened this page.");
    expect(html).toMatch(/<dl class="sheet"><div><dt>Messages[^<]*<\/dt><dd>(Never|Once a day)<\/dd><\/div><\/dl>/);
    expect(checked(html)).toEqual(chosen(mine));
    expect((await visitor.post(path, { version: fieldOn(html, "version"), ...mine })).status).toBe(303);
    expect(checked(await visitor.read(path))).toEqual(chosen(mine));
  });
});

it("the company's page leads the team to its own", async () => {
  const team = await signIn(await newPerson[TEAM]!());
  await expectRedirect(team.ask(PORTAL), 302, TEAM);
});

it("a session that has ended shows nothing of anybody, and keeps what was chosen", async () => {
  const person = await newPerson[PORTAL]!();
  const visitor = await signIn(person);
  await visitor.post(PORTAL, { version: "0", requirements: "never", messages: "never" });
  await person.api.auth.signOut({ scope: "global" });
  const html = await expectPage(visitor.post(PORTAL, { version: "2", requirements: "daily", messages: "daily" }), 401);
  expect(checked(html)).toEqual(["requirements daily", "messages daily"]);
  expect(html).not.toContain(person.email);
});
