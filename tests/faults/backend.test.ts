import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { publicPaths } from "../../app/content/sitemap.ts";
import { requirementEntries } from "../support/people/entries.ts";
import type { FaultyProxy, Trouble } from "../support/http/faulty-proxy.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { PASSES_TIME, type TestSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";

let proxy: FaultyProxy;
let site: TestSite;
let client: Visitor;
let stop: () => Promise<void>;

beforeAll(async () => {
  const running = await openSiteBehindProxy({ ...PASSES_TIME });
  ({ proxy, site, stop } = running);
  client = await Visitor.signedInAs(site.url, await signUpClient(running.backend, "Faults Ltd"));
});
afterAll(() => stop());

const SENT = "Canary entry with <b>markup</b> & ünïcode";
const KEPT = "Canary entry with &lt;b&gt;markup&lt;/b&gt; &amp; ünïcode";
const PASSWORD = "canary-password";
/** Every form, what the catalogue (§8) says when the backend fails, and what of the entries the page shows. */
const forms: { path: string; entries: Record<string, string>; message: RegExp; kept?: string[] }[] = [
  {
    path: "/contact",
    entries: { name: SENT, email: "a@b.co", requirement: "x" },
    message: /Submission Failed.*There was an error sending your message\. Please try again\./,
  },
  {
    path: "/hire-talent",
    entries: {
      job_title: SENT,
      location: "L",
      urgency: "flexible",
      contact_name: "N",
      contact_email: "a@b.co",
      company: "C",
    },
    message: /Submission Failed.*There was an error submitting your job\. Please try again\./,
    kept: [KEPT, '<option value="flexible" selected="">'],
  },
  {
    path: "/consultation",
    entries: { first_name: SENT, last_name: "L", email: "a@b.co" },
    message: /Submission Failed.*There was an error sending your message\. Please try again\./,
  },
  {
    path: "/client-auth?view=sign-up",
    entries: { intent: "sign-up", company_name: SENT, full_name: "N", email: "a@b.co", password: PASSWORD },
    message: /Sign Up Failed/,
  },
  {
    path: "/client-auth",
    entries: { intent: "sign-in", email: "canary@b.co", password: PASSWORD },
    message: /Sign In Failed/,
    kept: ['value="canary@b.co"'],
  },
  {
    path: "/get-started",
    entries: { first_name: SENT, last_name: "L", email: "a@b.co", company: "C", password: PASSWORD, terms: "on" },
    message: /Sign Up Failed/,
  },
  {
    path: "/submit-requirement",
    entries: { ...requirementEntries, job_title: SENT, remote_allowed: "on" },
    message: /Error submitting requirement: /,
    kept: [KEPT, '<option value="permanent" selected="">', 'name="remote_allowed" checked=""', 'value="Lathe"'],
  },
];

const troubles: [string, Trouble | "down"][] = [
  ["is down", "down"],
  ["answers 500", { status: 500, type: "application/json", body: '{"message":"boom"}' }],
  ["answers 500 with a page", { status: 500, type: "text/html", body: "<html><script>alert(1)</script></html>" }],
  ["answers 503 with nothing", { status: 503, type: "text/plain", body: "" }],
  ["answers 200 with a page", { status: 200, type: "text/html", body: "<html>A proxy's own page</html>" }],
  ["cuts its connections", "cut"],
];

describe.each(troubles)("a backend that %s", (_, trouble) => {
  // One that is killed and started again: faults/kills.
  beforeAll(() => (trouble === "down" ? proxy.stop() : proxy.disturb(trouble)));

  it("takes no public page down, and makes the site not ready", async () => {
    // All but one are kept, and ask no backend, whatever its trouble is.
    const paths = trouble === "down" ? publicPaths : ["/", "/careers"];
    for (const path of paths) expect((await fetch(site.url + path)).status, path).toBe(200);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  });

  it("is answered by each form with its own failure, the entries kept, and one line in the log", async () => {
    for (const { path, entries, message, kept = [KEPT] } of forms) {
      const lines = site.log.length;
      const response = await client.post(path, entries);
      expect([502, 503], path).toContain(response.status);
      const html = await response.text();
      expect(html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "), path).toMatch(message);
      for (const each of kept) expect(html, path).toContain(each);
      expect(html, path).not.toContain(PASSWORD);
      expect(html, path).not.toMatch(/<script>alert|A proxy's own page/);
      const id = response.headers.get("x-request-id");
      await expect
        .poll(() => site.log.slice(lines).filter((line) => line.includes(String(id)) && line.includes('"error"')))
        .toHaveLength(1);
    }
    for (const path of ["/client-dashboard", "/submit-requirement"]) {
      const response = await client.ask(path);
      expect([200, 502, 503], path).toContain(response.status);
      const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("session"));
      expect(cookies, "nobody is signed out by it").toEqual([]);
    }
  });

  it("is over when it is over", async () => {
    if (trouble === "down") await proxy.listen();
    else proxy.mend();
    for (const path of ["/contact", "/hire-talent", "/submit-requirement"]) {
      const { entries } = forms.find((form) => form.path === path)!;
      expect((await client.post(path, entries)).status, path).toBe(302);
    }
    expect((await client.ask("/client-dashboard")).status).toBe(200);
  });
});

describe("a backend that refuses the site's key", () => {
  afterAll(() => proxy.mend());

  it("fails the forms, and says so once", async () => {
    proxy.disturb({ status: 401, type: "application/json", body: '{"message":"Invalid API key"}' });
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    for (const { path, entries, message } of forms.slice(0, 3)) {
      const response = await client.post(path, entries);
      expect(response.status, path).toBe(502);
      const html = await response.text();
      expect(html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")).toMatch(message);
      expect(html).toContain(KEPT);
    }
  });
});

describe("a backend that is slow", () => {
  afterEach(() => proxy.mend());

  it("by a second still gets every form, and the site stays ready", async () => {
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
    // Longer than a probe is kept waiting.
    proxy.disturb({ delay: 1_000 });
    const [contact] = await Promise.all([
      client.post("/contact", { name: "Slow", email: freshEmail(), requirement: "x" }),
      fetch(`${site.url}/readyz`).then((response) => expect(response.status).toBe(200)),
      ...publicPaths.map(async (path) => expect((await fetch(site.url + path)).status).toBe(200)),
    ]);
    expect(contact.status).toBe(302);
  });

  it("for ever is given up, with the entries kept", async () => {
    proxy.disturb({ delay: 60_000 });
    const response = await site.passTime(client.post("/contact", { name: SENT, email: "a@b.co", requirement: "x" }));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(KEPT);
  });

  it("for ever is waited for once, however many questions a page has", async () => {
    const asked: string[] = [];
    proxy.gate = (line) => {
      asked.push(line);
      return undefined;
    };
    proxy.disturb({ delay: 60_000 });
    const edit = { company_name: SENT, full_name: "A", phone: "", version: "1" };
    const answer = client.post("/client-dashboard/company/edit", edit);
    await expect.poll(() => asked).toHaveLength(1);
    const response = await site.passTime(answer);
    proxy.gate = () => undefined;
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(KEPT);
    expect(asked).toHaveLength(1);
  });
});
