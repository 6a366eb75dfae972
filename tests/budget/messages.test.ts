import { afterAll, beforeAll, expect, it } from "vitest";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { signUpClient, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startSite } from "../support/services/processes.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";

// A thread's pages, each with as many messages as it shows at once, and the dashboard with all that waits on it.

const SAID = [
  "Thank you, that is what we were looking for. When can the first two come for a talk?",
  "The night shift is paid a fifth more, and the bus from the station is free.",
  "We have moved the plant's opening to the first of May; please plan with that.",
  "Could you also tell us what the market pays for the second role, in Pune and in Nagpur?",
  "One of the candidates asks whether the canteen is open at night.",
];

let running: Awaited<ReturnType<typeof startSite>>;
let client: Person;
let requirement: string;
let company: Visitor;
let team: Visitor;

beforeAll(async () => {
  running = await startSite({ LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
  const { backend, site } = running;
  client = await signUpClient(backend, "Fern Logistics");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  for (let index = 0; index < 25; index += 1) {
    requirement = await fileRequirement(client, { job_title: `Night-shift lead and ${index + 2} supervisors` });
    await recruiter.api.rpc("post_message", { requirement, body: "Hello" });
  }
  for (let index = 0; index < 60; index += 1) {
    const { api } = index % 2 === 0 ? client : recruiter;
    const { error } = await api.rpc("post_message", { requirement, body: `${SAID[index % 5]} (${index})` });
    expect(error).toBeNull();
  }
  company = await Visitor.signedInAs(site.url, client);
  team = await Visitor.signedInAs(site.url, recruiter);
});
afterAll(() => running.stop());

it("a cold visit to each fits one round trip, full of rows", async () => {
  const weights: Record<string, number> = {};
  for (const [visitor, path, rows] of [
    [company, "/client-dashboard", /class="count">\d+ new message/g],
    [company, `/client-dashboard/requirements/${requirement}/messages`, /class="words"/g],
    [team, `/team/requirements/${requirement}/messages`, /class="words"/g],
  ] as const) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { bytes, head } = await coldVisit(running.site.port, path, cookie);
    expect(head, path).toMatch(/^HTTP\/1.1 200/);
    weights[path] = bytes;
    expect([...(await (await visitor.ask(path)).text()).matchAll(rows)].length, path).toBeGreaterThanOrEqual(24);
  }
  expect(Object.entries(weights).filter(([, bytes]) => bytes > ONE_ROUND_TRIP)).toEqual([]);
});
