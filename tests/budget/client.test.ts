import { afterAll, beforeAll, expect, it } from "vitest";
import { clientPages, fileFull, makeBusy } from "../support/browser/client-pages.ts";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { startSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

// The pages of a company's requirement, each with as many rows as it shows at once.

let running: Awaited<ReturnType<typeof startSite>>;
let cookie: string;
let pages: Record<string, string>;

beforeAll(async () => {
  running = await startSite({ LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
  const owner = await signUpClient(running.backend, "Fern Logistics");
  const busy = await makeBusy(running.backend, owner, "Night-shift lead and four supervisors", 60);
  const mails = new CandidateMails(running.backend);
  const recruiter = await signUpTeamMember(running.backend, "recruiter", "Rea Recruiter");
  for (let card = 0; card < 5; card += 1) {
    await mails.show(recruiter, busy, {
      full_name: `Asha Rao ${card}`,
      summary: `Eight years in shipyards ${card}. `.repeat(20),
    });
  }
  await mails.close();
  for (let row = 0; row < 25; row += 1) await fileFull(owner, { job_title: `Supervisor of line ${row}` });
  pages = { ...clientPages(busy), "client-dashboard": "/client-dashboard?status=new" };
  const visitor = await Visitor.signedInAs(running.site.url, owner);
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
});
afterAll(() => running.stop());

it("a cold visit to each fits one round trip, full of rows", async () => {
  const tooHeavy: Record<string, number> = {};
  for (const [name, path] of Object.entries(pages)) {
    const { bytes, head } = await coldVisit(running.site.port, path, cookie);
    expect(head, name).toMatch(/^HTTP\/1.1 200/);
    expect(head, name).toMatch(/content-encoding: gzip/i);
    if (bytes > ONE_ROUND_TRIP) tooHeavy[name] = bytes;
  }
  expect(tooHeavy).toEqual({});
});
