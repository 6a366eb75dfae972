import { describe, expect, it } from "vitest";
import { mailTo } from "../support/services/mailbox.ts";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { freePort, openSite, startLoneSite, type TestSite } from "../support/services/processes.ts";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";
import { fieldOn } from "../support/http/page.ts";

// Nobody uses up everybody's mails. Whose they are, by purpose, network and address: lib/limits/mail-budget.server.test; of sites
// that share a Redis: side-by-side. Each
// test has sites of its own, on which much waits for as long as a form about a mail takes.

/** Sends a form from an address. */
async function post(site: TestSite, path: string, entries: Record<string, string>, from: string): Promise<Response> {
  const headers = { "X-Forwarded-For": from };
  return spareFetch(site.url + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(entries),
    redirect: "manual",
  });
}

const signUp = () => ({
  intent: "sign-up",
  company_name: "Budget Ltd",
  full_name: "Ann",
  email: freshEmail(),
  password: "correct horse battery",
  confirm_password: "correct horse battery",
});
const reset = (email = freshEmail()) => ({ intent: "reset", email });

/** A site without a backend: what its limits let through is answered with 503. */
async function startAlone(variables: Record<string, string>): Promise<TestSite> {
  return startLoneSite({ LOG_LEVEL: "silent", TRUST_PROXY: "1", POSTS_PER_MINUTE: "4", ...variables });
}

async function statusesOf(
  site: TestSite,
  count: number,
  entries: () => Record<string, string>,
  from: (place: number) => string,
) {
  const statuses: number[] = [];
  for (let place = 0; place < count; place += 1) {
    statuses.push((await post(site, "/client-auth", entries(), from(place))).status);
  }
  return statuses;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

describe.concurrent("mails that forms have sent", () => {
  it("are so many an hour for a network, whatever their addresses, and the entries are kept", async () => {
    const METRICS_PORT = String(await freePort());
    const site = await startAlone({ MAILS_PER_HOUR: "240", POSTS_PER_MINUTE: "10", METRICS_PORT });
    try {
      for (const [from, other, refusals, used] of [
        // A tenth of the quarter that is for sign-ups.
        [(place: number) => `198.51.${Math.floor(place / 4)}.${place % 4}`, "198.52.0.1", 2, "0\\.1166"],
        [(place: number) => `2001:db8:7:${place.toString(16)}::1`, "2001:db8:8::1", 4, "0\\.2333"],
      ] as const) {
        expect(await statusesOf(site, 6, signUp, from)).toEqual(times(6, 503));
        const entries = signUp();
        const refused = await post(site, "/client-auth?view=sign-up", entries, from(6));
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
        const html = await refused.text();
        expect(html).toContain("Too many mails asked for");
        expect(html).toMatch(/Please wait (60|59) minutes, then send it again\. Your entries are kept\./);
        expect(html).toContain(`value="${entries.email}"`);
        expect(html).toContain('value="Budget Ltd"');
        expect(html).not.toContain(entries.password);
        const statusOf = async (more: Record<string, string>, address: string) =>
          (await post(site, "/client-auth", more, address)).status;
        expect(await statusOf({ intent: "resend", email: freshEmail() }, from(25))).toBe(429);
        // Who has lost a password is not shut out by those.
        expect(await statusOf(reset(), from(26))).toBe(503);
        // Whoever comes from elsewhere is no worse off, nor is a form that sends none.
        expect(await statusOf(signUp(), other)).toBe(503);
        expect(await statusOf({ intent: "sign-in", email: "a@b.co", password: "x" }, from(27))).toBe(503);
        const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
        expect(metrics).toContain(`\nmail_requests_refused_total{limit="network"} ${refusals}\n`);
        expect(metrics).toMatch(new RegExp(`^mail_budget_used_ratio\\{purpose="sign-up"\\} ${used}`, "m"));
      }
    } finally {
      await site.stop();
    }
  });
});

describe.concurrent("what strangers ask for, and what makes no mail", () => {
  it("uses up neither the team's replies, nor codes to candidates, nor what an owner invites to", async () => {
    // Three replies, three codes and three invitations are everybody's in the hour.
    const { site, backend, stop } = await openSite({
      TRUST_PROXY: "1",
      POSTS_PER_MINUTE: "4",
      MAILS_PER_HOUR: "20",
      LOG_LEVEL: "silent",
    });
    const mails = new CandidateMails(backend);
    try {
      const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
      const owner = await signUpClient(backend, "Inviting Ltd");
      const item = await sendMessage(backend, "Answer me");
      const link = async () => `/candidate/${await mails.pageToken(await addCandidate(recruiter))}`;
      const [own, other] = [await link(), await link()];
      const flood = (intent: string, path: string) =>
        Promise.all(
          Array.from({ length: 15 }, (_, place) =>
            post(site, path, { intent, email: freshEmail() }, `198.${place}.7.7`),
          ),
        );
      await Promise.all([
        flood("ask-link", "/candidate"),
        flood("resend", "/client-auth"),
        flood("reset", "/client-auth"),
      ]);
      const code = async (path: string, from: string) => (await post(site, path, { intent: "send-code" }, from)).status;
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
      expect(statuses).toEqual([...times(4, 303), 429]);
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
      await stop();
    }
  });
});

describe.concurrent("lost passwords", () => {
  it("are found again from a network that has asked for nothing, whoever else floods them", async () => {
    const { site, backend, stop } = await openSite({
      TRUST_PROXY: "1",
      POSTS_PER_MINUTE: "4",
      MAILS_PER_HOUR: "80",
      LOG_LEVEL: "silent",
    });
    try {
      const people = [await signUpClient(backend, "Lost Ltd"), await signUpClient(backend, "Found Ltd")];
      /** So many forms of networks, each from a few of their addresses, at the same time. */
      const flood = (networks: number[], count: number) =>
        Promise.all(
          networks.map((network) =>
            statusesOf(site, count, reset, (place) => `198.${network}.${Math.floor(place / 4)}.7`),
          ),
        );
      const recovers = async (email: string, from: string) => {
        const { status } = await post(site, "/client-auth", reset(email), from);
        const mails = await mailTo(backend.url, email);
        return [status, mails.filter(({ subject }) => /password/i.test(subject)).length];
      };
      // Three networks with as many addresses as they like: 20 recoveries an hour are everybody's.
      await flood([1, 2, 3], 5);
      expect(await recovers(people[0]!.email, "203.0.113.1")).toEqual([302, 1]);
      // Ten networks use up everybody's: who comes from elsewhere for the first time has one of those that are kept.
      await flood([4, 5, 6, 7, 8, 9, 10], 3);
      expect(await recovers(people[1]!.email, "203.0.113.2")).toEqual([429, 0]);
      expect(await recovers(people[1]!.email, "203.1.113.2")).toEqual([302, 1]);
    } finally {
      await stop();
    }
  });
});
