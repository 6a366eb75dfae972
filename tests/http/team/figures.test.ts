import { expect, it } from "vitest";
import { expectPage } from "../../support/http/expectations.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// What a month's figures count stands in suites/team/figures; here, that the pages say it, to whom.

const { backend, signIn } = await openSharedSite();
const manager = await signUpTeamMember(backend, "hr_manager", "Mira Manager");
const ana = await signUpTeamMember(backend, "recruiter", "Ana Figures");
const leo = await signUpTeamMember(backend, "recruiter", "Leo Figures");
const client = await signUpClient(backend, "Counted Ltd");

const month = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }).slice(0, 7);
const FIGURES = `/team/figures?month=${month}`;

/** Files a requirement that somebody looks after. */
async function charge(): Promise<void> {
  const requirement = await fileRequirement(client);
  const { error } = await ana.api.rpc("set_recruiter", { requirement, seen: 1, person: ana.userId });
  expect(error).toBeNull();
}

/** The number of a figure in a row of the second table, and where it leads. */
function cellOf(page: string, group: string, of: string): { facts: number; path: string } {
  const row = page
    .split('class="figure-table by-group"')[1]!
    .split("<tr")
    .find((each) => each.includes(`>${group}<`))!;
  const [, path, facts] = new RegExp(`href="(/team/figures/rows\\?month=${month}&of=${of}&[^"]*)">(\\d+)<`).exec(row)!;
  return { facts: Number(facts), path: path! };
}

/** How many lines a page of rows has. */
const rowsOf = (page: string) => page.split("<tbody>")[1]!.split("<tr").length - 1;

it("shows each recruiter's numbers to a manager, each leading to its rows, and as files", async () => {
  await charge();
  await charge();
  const visitor = await signIn(manager);
  const page = await visitor.read(FIGURES);
  const { facts, path } = cellOf(page, "Ana Figures", "came");
  expect(facts).toBe(2);
  const rows = await visitor.read(path);
  expect(rowsOf(rows)).toBe(2);
  expect(rows).toMatch(/<h1[^>]*>Came in, [^<]*: Ana Figures<\/h1>/);
  expect(rows).toContain("Counted Ltd");
  const file = await (await visitor.ask(path.replace("/team/figures/rows", "/team/export/figure-rows.csv"))).text();
  expect(file.trim().split("\r\n")).toHaveLength(3);
  const figures = await (await visitor.ask(FIGURES.replace("/team/", "/team/export/").replace("?", ".csv?"))).text();
  expect(figures).toMatch(/"Ana Figures","2","0",""/);
  for (const by of ["company", "source"]) expect((await visitor.ask(`${FIGURES}&by=${by}`)).status).toBe(200);
  expect(cellOf(await visitor.read(`${FIGURES}&by=company`), "Counted Ltd", "came").facts).toBe(2);
});

it("shows a recruiter all of the agency and their own, and nobody else's nor a file", async () => {
  await charge();
  const own = await signIn(ana);
  const page = await own.read(FIGURES);
  expect(page).toContain("All of the agency");
  const { path } = cellOf(page, "Ana Figures", "came");
  await expectPage(own.ask(path), 200, "Counted Ltd");
  expect(page).not.toContain("Download as CSV");
  const other = await signIn(leo);
  expect(await other.read(FIGURES)).not.toContain(">Ana Figures<");
  expect((await other.ask(path)).status).toBe(404);
  expect((await other.ask(path.replace("/team/figures/rows", "/team/export/figure-rows.csv"))).status).toBe(404);
  expect((await (await signIn(client)).ask(FIGURES)).status).toBe(404);
});

it("says who has what late to a manager, who gives what is ticked to somebody else", async () => {
  const [name, requirement] = ["Lia Late", await fileRequirement(client)];
  const lia = await signUpTeamMember(backend, "recruiter", name);
  const change = { requirement, seen: 1, status: "in_progress" as const, person: lia.userId };
  expect((await lia.api.rpc("change_requirement_status", change)).error).toBeNull();
  const visitor = await signIn(manager);
  const until = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
  const away = { person: lia.userId, until, stand_in: leo.userId };
  expect((await lia.api.rpc("set_absence", away)).error).toBeNull();
  const row = (await visitor.read("/team/workload"))
    .split("<tr")
    .find((each) => each.includes(`>${name} (away until `))!;
  const [, path, things] = /data-head="Nobody proposed"><a href="([^"]*)">(\d+)</.exec(row)!;
  expect(things).toBe("1");
  const [, ticked] = /name="requirement"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="requirement"/
    .exec(await visitor.read(path!))!
    .filter((part) => part !== undefined);
  expect((await visitor.post(path!, { intent: "give", recruiter: leo.userId })).status).toBe(400);
  expect((await visitor.post(path!, { intent: "give", requirement: ticked!, recruiter: leo.userId })).status).toBe(303);
  expect(await visitor.read(path!)).toContain("Nothing of theirs is late here.");
  const other = await signIn(leo);
  for (const page of ["/team/workload", path!]) expect((await other.ask(page)).status).toBe(404);
  expect(await other.read("/team/figures")).not.toContain("/team/workload");
});

it("takes an address that names no month, measure or group for this month", async () => {
  const visitor = await signIn(manager);
  for (const path of ["/team/figures?month=2999-01&by=weather", "/team/figures/rows?month=x&of=y&by=company&group=z"]) {
    expect((await visitor.ask(path)).status).toBe(200);
  }
});
