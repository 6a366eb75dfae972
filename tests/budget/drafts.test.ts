import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { makeDraftPages } from "../support/browser/draft-pages.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

// A client's pages with as many drafts as there may be, above a whole page of requirements.

const MOST = 20;

let running: Awaited<ReturnType<typeof startSite>>;
let visitor: Visitor;
let pages: Record<string, string>;

beforeAll(async () => {
  running = await startSite({ LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
  const client = await signUpClient(running.backend, "Fern Logistics");
  pages = await makeDraftPages(client, "Night-shift lead and four supervisors");
  for (let number = 1; number < MOST; number += 1) {
    const draft = { draft: randomUUID(), seen: 0, page: randomUUID(), entries: { job_title: `Fitter ${number}` } };
    expect((await client.api.rpc("save_requirement_draft", draft)).error).toBeNull();
    await fileRequirement(client, { job_title: `Turner ${number}` });
  }
  visitor = await Visitor.signedInAs(running.site.url, client);
});
afterAll(() => running.stop());

it("a cold visit to each fits one round trip", async () => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const tooHeavy: Record<string, number> = {};
  for (const [name, path] of Object.entries(pages)) {
    const { bytes, head } = await coldVisit(running.site.port, path, cookie);
    expect(head, name).toMatch(/^HTTP\/1.1 200/);
    if (bytes > ONE_ROUND_TRIP) tooHeavy[name] = bytes;
  }
  expect(tooHeavy).toEqual({});
});

it("the dashboard is full", async () => {
  const html = await (await visitor.ask(pages["dashboard"]!)).text();
  expect(html.match(/\/client-dashboard\/drafts\/[\da-f-]{36}\/delete/g)).toHaveLength(MOST);
  expect(html.match(/<h3><a href="\/client-dashboard\/requirements\/[^>]*><bdi>(Turner|Night)/g)).toHaveLength(MOST);
});
