import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nginx, startNginx } from "../support/http/nginx.ts";
import { Visitor } from "../support/http/visitor.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { freshEmail, mailedPath } from "../support/people/people.ts";
import { freePort, openSharedSite, TestSite } from "../support/services/processes.ts";

// nginx refuses an answer whose headers are longer than its buffer, with a page of its own. By hand every other test can be run
// behind one: `TEST_NGINX`, docs/testing.md.
const { backend } = await openSharedSite();

const NAME = `${"मेरिडियन फ़ूड्स प्राइवेट लिमिटेड, आशा राव की कंपनी ".repeat(3)}`.trim();
const PASSWORD = "correct horse battery";

const port = await freePort();
const url = `http://localhost:${port}`;
let site: TestSite | undefined;
beforeAll(async () => {
  if (!nginx) return;
  site = await TestSite.start(await freePort(), {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    LOG_LEVEL: "silent",
    APP_URL: url,
    TRUST_PROXY: "1",
  });
});
afterAll(() => site?.stop());

describe.skipIf(!nginx).each(["documented", "defaults"] as const)("behind nginx, %s", (lines) => {
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    proxy = await startNginx(port, [site!.port], lines);
  });
  afterAll(() => proxy.stop());

  it("an account with the longest names is made, confirmed, files, signs out and in", async () => {
    const email = freshEmail();
    const visitor = new Visitor(url);
    /** Sends a form, and opens the page that it leads to. @returns where that is */
    async function send(path: string, entries: Record<string, string>): Promise<string> {
      const answer = await visitor.post(path, entries);
      expect([302, 303], `${path}: ${answer.status}`).toContain(answer.status);
      const next = answer.headers.get("location")!;
      await visitor.read(next);
      return next;
    }
    const account = { company_name: NAME, full_name: `आ ${NAME}`, email, phone: `+91 ${NAME}`, password: PASSWORD };
    await visitor.read("/client-auth?view=sign-up");
    await send("/client-auth?view=sign-up", { intent: "sign-up", ...account });
    const link = await mailedPath(backend.url, email);
    await visitor.read(link);
    expect(await send(link, { intent: "confirm", password: PASSWORD })).toBe("/client-dashboard");
    await visitor.read("/submit-requirement");
    expect(await send("/submit-requirement", requirementEntries)).toMatch(/^\/client-dashboard\/requirements\//);
    expect(await send("/client-dashboard", { intent: "sign-out" })).toBe("/client-auth");
    expect(await send("/client-auth", { intent: "sign-in", email, password: PASSWORD })).toBe("/client-dashboard");
    expect(await visitor.read("/client-dashboard")).toContain(requirementEntries.job_title);
  });

  // Another nginx stands behind this one, and refuses it itself.
  it.skipIf(process.env["TEST_NGINX"] === "defaults")(
    "what is too large is refused by the site, in words",
    async () => {
      const answer = await new Visitor(url).post("/contact", { requirement: "x".repeat(1_100_000) });
      expect(answer.status).toBe(413);
      if (lines === "documented") expect(await answer.text()).toContain("Kaushal");
    },
  );
});
