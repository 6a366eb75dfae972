import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { CandidateMails, versionOf } from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { fieldOn } from "../support/http/page.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { requirementEntries } from "../support/people/entries.ts";

// Every field for a date, with what is none: a mistake of its writer's, and never a failure of ours.

const { backend, signIn } = await openSharedSite();
const mails = new CandidateMails(backend);
afterAll(() => mails.close());
const owner = await signUpClient(backend, "Lyra Dates");
const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const company = await signIn(owner);
const team = await signIn(admin);
const requirement = await fileRequirement(owner, { positions_count: 3 });
const shown = await mails.show(admin, requirement);
const item = await sendMessage(backend, `Dates ${randomUUID()}`);

type Send = (date: string) => Promise<Response>;
const FIELDS: Record<string, Send> = {
  "the start of a requirement": (date) =>
    company.post("/submit-requirement", { ...requirementEntries, expected_start_date: date }),
  "the deadline of a requirement": (date) =>
    company.post("/submit-requirement", { ...requirementEntries, deadline: date }),
  "the beginning of who was found": async (date) => {
    const path = `/team/requirements/${requirement}`;
    const version = fieldOn(await team.read(path), "version");
    return team.post(path, { intent: "status", status: "filled", filled: "1", joining: date, version, since: "" });
  },
  "the day on which somebody begins": async (date) => {
    const entry = `${shown.entry}.${await versionOf(admin, requirement, shown.entry)}`;
    return team.post(`/team/requirements/${requirement}/candidates`, {
      intent: "mark",
      entry,
      state: "accepted",
      day: date,
    });
  },
  "the day of a next step": (date) =>
    team.post(`/team/candidates/${shown.id}`, {
      ...{ intent: "talk", candidate: shown.id, channel: "call", said: "Rang" },
      next_on: date,
    }),
  "the last day of an absence": (date) =>
    team.post("/team/absence", { until: date, stand_in: admin.userId, hands_over: "" }),
  "the time by which a line is due": (date) =>
    team.post(`/team/inbox/${item.id}`, { intent: "due", due: `${date}T10:00`, seen: String(item.version) }),
};

/** Two that Postgres would take: what is none is known to app/lib/schema/dates.test.ts, and here only that each field asks there. */
const HOSTILE = ["9999-12-31", "infinity"];

describe.each(Object.keys(FIELDS))("%s", (name) => {
  it.each(HOSTILE)("is not %j", async (date) => {
    const { status } = await FIELDS[name]!(date);
    expect([400, 409, 422]).toContain(status);
  });
});

it.each(HOSTILE)("the log from or to %j is a page", async (date) => {
  const query = new URLSearchParams({ from: date, to: date });
  expect((await team.ask(`/team/activity?${query}`)).status).toBe(200);
});

it("a start that is long past is asked about once, without a script, with all that was typed", async () => {
  const entries = { ...requirementEntries, job_title: "Started once", expected_start_date: "1.2.1990" };
  const asked = await company.post("/submit-requirement", entries);
  expect(asked.status).toBe(400);
  expect(await asked.text()).toMatch(/The start was long ago[^]*value="pay:start"/);
  expect((await company.post("/submit-requirement", { ...entries, intent: "pay:start" })).status).toBe(302);
  const { data } = await owner.api
    .from("job_requirements")
    .select("expected_start_date")
    .eq("job_title", entries.job_title);
  expect(data).toEqual([{ expected_start_date: "1990-02-01" }]);
});
