import { afterAll, beforeAll, expect, it } from "vitest";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { makeShownOften } from "../support/people/candidate-pages.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { startSite } from "../support/services/processes.ts";

// A candidate's pages, with as many companies as somebody has who looks for long.

let running: Awaited<ReturnType<typeof startSite>>;
let mails: CandidateMails;
let cookie: string;
let question: string;

beforeAll(async () => {
  running = await startSite({ LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
  mails = new CandidateMails(running.backend);
  const words = "Night-shift lead and four supervisors for the new line of castings";
  const person = await makeShownOften(running.backend, mails, { words, times: 20 });
  const visitor = await mails.openOwnPage(running.site.url, person);
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  question = `/candidate/${await mails.questionToken(person)}`;
});
afterAll(async () => {
  await mails.close();
  await running.stop();
});

it("a cold visit to each fits one round trip, full of companies", async () => {
  const sizes: Record<string, number> = {};
  for (const path of [question, "/candidate", "/candidate/details", "/candidate?said=asked"]) {
    const { bytes, head } = await coldVisit(running.site.port, path, path.includes("?") ? undefined : cookie);
    expect(head, path).toMatch(/^HTTP\/1.1 200/);
    expect(head, path).toMatch(/content-encoding: gzip/i);
    if (bytes > ONE_ROUND_TRIP) sizes[path] = bytes;
  }
  expect(sizes).toEqual({});
});
