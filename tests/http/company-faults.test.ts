import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signUpCompany } from "../support/people/company.ts";
import { freshEmail } from "../support/people/people.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";
import { fieldOn } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";

const COMPANY = "/client-dashboard/company";

describe("when the backend goes away while an owner", () => {
  let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
  let visitor: Visitor;
  let posts: Record<string, { path: string; entries: Record<string, string>; kept: string[] }>;
  const answers = new Map<string, { status: number; html: string; id: string }>();

  beforeAll(async () => {
    running = await openSiteBehindProxy("info");
    const { owner, member, viewer } = await signUpCompany(running.backend, "Vega Castings");
    visitor = await Visitor.signedInAs(running.site.url, owner);
    const version = fieldOn(await visitor.read(`${COMPANY}/edit`), "version");
    const email = freshEmail("invited");
    posts = {
      "invites a colleague": {
        path: COMPANY,
        entries: { intent: "invite", email, access: "viewer", full_name: "Nia New" },
        kept: [`value="${email}"`, '<option value="viewer" selected="">Viewer</option>', 'value="Nia New"'],
      },
      "writes the profile": {
        path: `${COMPANY}/edit`,
        entries: { company_name: "Vega & Co", full_name: "Reception", phone: "+91 120", version },
        kept: ['value="Vega &amp; Co"', 'value="Reception"', 'value="+91 120"', `name="version" value="${version}"`],
      },
      "changes an access": {
        path: COMPANY,
        entries: { intent: "access", person: viewer.userId, new_access: "member", version: "1" },
        kept: [],
      },
      "hands over": { path: `${COMPANY}/hand-over`, entries: { person: member.userId }, kept: [] },
    };
    running.proxy.stop();
    for (const [name, { path, entries }] of Object.entries(posts)) {
      const response = await visitor.post(path, entries);
      const id = response.headers.get("x-request-id") ?? "";
      answers.set(name, { status: response.status, html: await response.text(), id });
    }
    await running.proxy.listen();
  }, 240_000);
  afterAll(() => running.stop());

  it.each(["invites a colleague", "writes the profile", "changes an access", "hands over"])(
    "%s: 503 that says so, every entry kept, one line in the log, and the same post is taken later",
    async (name) => {
      const { path, entries, kept } = posts[name]!;
      const { status, html, id } = answers.get(name)!;
      expect(status).toBe(503);
      expect(html).toContain("The service is not available");
      for (const entry of kept) expect(html).toContain(entry);
      const lines = running.site.log.map((line) => JSON.parse(line) as Record<string, unknown>);
      const errors = lines.filter(({ request_id, level }) => request_id === id && level === "error");
      expect(errors).toMatchObject([{ reason: "The service is not available" }]);
      expect((await visitor.post(path, entries)).status).toBe(303);
    },
  );
});
