import { afterAll, beforeAll, expect, it } from "vitest";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { freePort, openSite } from "../support/services/processes.ts";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";
import { fieldOn } from "../support/http/page.ts";

// Nobody uses up everybody's mails. Whose they are, by purpose, network and address, and those that are kept for who comes for
// the first time: lib/limits/mail-budget.server.test; of sites that share a Redis: side-by-side.

const METRICS_PORT = String(await freePort());
let running: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  // In the hour five sign-ups are everybody's, one a network's, and three replies, codes and invitations everybody's.
  const limits = { TRUST_PROXY: "1", POSTS_PER_MINUTE: "4", MAILS_PER_HOUR: "20" };
  running = await openSite({ ...limits, METRICS_PORT, LOG_LEVEL: "silent" });
});
afterAll(() => running.stop());

/** Sends a form from an address. */
async function post(path: string, entries: Record<string, string>, from: string): Promise<Response> {
  const headers = { "X-Forwarded-For": from };
  return spareFetch(running.site.url + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(entries),
    redirect: "manual",
  });
}

const statusOf = async (path: string, entries: Record<string, string>, from: string) =>
  (await post(path, entries, from)).status;

const signUp = () => ({
  intent: "sign-up",
  company_name: "Budget Ltd",
  full_name: "Ann",
  email: freshEmail(),
  password: "correct horse battery",
  confirm_password: "correct horse battery",
});

it.each([
  ["IPv4", (place: number) => `198.51.${place}.1`, "198.52.0.1", 2, "0\\.4"],
  ["IPv6", (place: number) => `2001:db8:7:${place}::1`, "2001:db8:8::1", 4, "0\\.8"],
] as const)("mails are so many an hour for a network of %s, and the entries are kept", async (...row) => {
  const [, from, other, refusals, used] = row;
  expect(await statusOf("/client-auth", signUp(), from(0))).toBe(302);
  const entries = signUp();
  const refused = await post("/client-auth?view=sign-up", entries, from(1));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  const html = await refused.text();
  expect(html).toContain("Too many mails asked for");
  expect(html).toMatch(/Please wait (60|59) minutes, then send it again\. Your entries are kept\./);
  expect(html).toContain(`value="${entries.email}"`);
  expect(html).toContain('value="Budget Ltd"');
  expect(html).not.toContain(entries.password);
  expect(await statusOf("/client-auth", { intent: "resend", email: freshEmail() }, from(2))).toBe(429);
  // Who has lost a password is not shut out by those.
  expect(await statusOf("/client-auth", { intent: "reset", email: freshEmail() }, from(3))).toBe(302);
  // Whoever comes from elsewhere is no worse off, nor is a form that sends none.
  expect(await statusOf("/client-auth", signUp(), other)).toBe(302);
  expect(await statusOf("/client-auth", { intent: "sign-in", email: "a@b.co", password: "x" }, from(4))).toBe(400);
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  expect(metrics).toContain(`\nmail_requests_refused_total{limit="network"} ${refusals}\n`);
  expect(metrics).toMatch(new RegExp(`^mail_budget_used_ratio\\{purpose="sign-up"\\} ${used}`, "m"));
});

it("what strangers ask for, and what makes no mail, uses up neither the team's replies, nor codes to candidates, nor what an owner invites to", async () => {
  const { site, backend } = running;
  const mails = new CandidateMails(backend);
  try {
    const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    const owner = await signUpClient(backend, "Inviting Ltd");
    const item = await sendMessage(backend, "Answer me");
    const link = async () => `/candidate/${await mails.pageToken(await addCandidate(recruiter))}`;
    const [own, other] = [await link(), await link()];
    const flood = (intent: string, path: string) =>
      Promise.all(
        Array.from({ length: 8 }, (_, place) => post(path, { intent, email: freshEmail() }, `198.${place}.7.7`)),
      );
    await Promise.all([
      flood("ask-link", "/candidate"),
      flood("resend", "/client-auth"),
      flood("reset", "/client-auth"),
    ]);
    const code = (path: string, from: string) => statusOf(path, { intent: "send-code" }, from);
    // Links that nobody was sent use up no codes.
    for (let place = 0; place < 5; place += 1) {
      const guess = `/candidate/${String(place).padStart(2, "0").repeat(32)}`;
      expect(await code(guess, `197.${place}.7.7`)).toBe(404);
    }
    const clerk = await Visitor.signedInAs(site.url, recruiter);
    const page = `/team/inbox/${item.id}`;
    const html = await clerk.read(page);
    const seen = { seen: fieldOn(html, "seen"), served: fieldOn(html, "served") };
    const reply = await clerk.post(page, { ...seen, intent: "done", kind: "reply", body: "Dear Ann" });
    expect(reply.status).toBe(303);
    // From a network that has asked for a lot.
    expect(await code(own, "198.1.7.7")).toBe(303);
    // Nor does one link's code that is asked for again and again.
    for (let place = 0; place < 5; place += 1) expect(await code(own, `196.${place}.7.7`)).toBe(303);
    expect(await code(other, "198.1.7.7")).toBe(303);
    // One address asks no more often than it may send a form.
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push(await code(own, "198.99.7.7"));
    expect(statuses).toEqual([303, 303, 303, 303, 429]);
    const inviting = await Visitor.signedInAs(site.url, owner);
    const invite = async (email: string) => {
      const invitation = { intent: "invite", email, access: "viewer", full_name: "" };
      return (await inviting.post("/client-dashboard/company", invitation)).status;
    };
    // Nor do invitations that are refused.
    for (let time = 0; time < 3; time += 1) expect(await invite(owner.email)).toBe(409);
    expect(await invite(freshEmail())).toBe(303);
  } finally {
    await mails.close();
  }
});
