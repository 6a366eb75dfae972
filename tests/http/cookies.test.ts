import { beforeAll, describe, expect, it } from "vitest";
import { cookies } from "../../app/content/cookies.ts";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { freshEmail } from "../support/people/people.ts";
import { PAGES } from "../support/browser/pages.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";

const { backend, site } = await openSharedSite();
/** Every lifetime, in seconds, that a cookie was set with; by its name in the table. */
const seen = new Map<string, Set<number>>();
const attributes = new Set<string>();

/** The name as the table has it: without prefix and piece, and with `*` for what differs each time. */
function listedName(name: string): string {
  return name
    .replace(/^__Host-/, "")
    .replace(/\.\d+$/, "")
    .replace(/-flow-.+-code-verifier$/, "-flow-*-code-verifier");
}

function note(response: Response): Response {
  for (const line of response.headers.getSetCookie()) {
    const [pair = "", ...rest] = line.split("; ");
    const name = listedName(pair.slice(0, pair.indexOf("=")));
    const age = rest.find((attribute) => attribute.startsWith("Max-Age="));
    for (const attribute of rest) attributes.add(attribute.split("=")[0]!);
    const seconds = Number(age?.slice("Max-Age=".length));
    // A deletion is no lifetime.
    if (seconds === 0) continue;
    seen.set(name, (seen.get(name) ?? new Set()).add(seconds));
  }
  return response;
}

/** A browser whose cookies are noted. */
function browser(): { get: (path: string) => Promise<Response>; post: Visitor["post"] } {
  const visitor = new Visitor(site.url);
  return {
    get: async (path) => note(await visitor.ask(path)),
    post: async (path, entries) => note(await visitor.post(path, entries)),
  };
}

/** Follows the newest mail's link as a person does: the page, and its button. */
async function followMail(person: ReturnType<typeof browser>, email: string, entries: Record<string, string>) {
  const [message] = await mailTo(backend.url, email);
  const { pathname, search } = new URL(message?.links[0] ?? "");
  await person.get(pathname + search);
  await person.post(pathname + search, entries);
}

const PASSWORD = "correct horse battery";

beforeAll(async () => {
  for (const path of PAGES) await browser().get(path);

  const person = browser();
  const email = freshEmail();
  const account = { full_name: "Ann", company_name: "Acme", email, phone: "", password: PASSWORD };
  await person.post("/client-auth", { intent: "sign-up", ...account });
  await person.post("/client-auth", { intent: "resend", email });
  await followMail(person, email, { ...account, intent: "confirm" });
  await person.post("/login", { email, password: "wrong wrong wrong" });
  await person.post("/client-auth", { intent: "sign-in", email, password: PASSWORD });
  await person.get("/client-dashboard");
  await person.post("/submit-requirement", requirementEntries);
  await person.get("/client-dashboard");
  await person.post("/client-dashboard", { intent: "sign-out" });

  const forgetful = browser();
  await forgetful.post("/client-auth", { intent: "reset", email });
  await followMail(forgetful, email, { intent: "new-password", password: `${PASSWORD} staple` });
  await forgetful.get("/client-auth?view=new-password");
  await forgetful.post("/client-auth", { intent: "new-password", password: `${PASSWORD} staple` });

  for (const path of ["/login", "/client-auth"]) {
    const guest = browser();
    await guest.post(path, { intent: "google" });
    await guest.get(`${path}?error=access_denied`);
  }
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const mails = new CandidateMails(backend);
  const candidate = await addCandidate(recruiter);
  const asked = browser();
  const link = `/candidate/${await mails.pageToken(candidate)}`;
  await asked.post(link, { intent: "send-code" });
  await asked.post(`${link}/code`, { intent: "enter-code", code: await mails.code(candidate) });
  await asked.post("/candidate", { intent: "close" });
  await mails.close();

  const visitor = browser();
  await visitor.post("/contact", { name: "Ann", email, requirement: "x" });
  await visitor.get("/contact");
}, 120_000);

describe("the cookie table of the privacy notice", () => {
  it("names every cookie that any flow sets, with its lifetime, and no other", () => {
    const listed = cookies.map(({ name, lifetime }) => [name, [lifetime.seconds]]);
    const found = [...seen].map(([name, lifetimes]) => [name, [...lifetimes]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
  });

  it("is right that no script can read them, and that they go nowhere else", () => {
    expect([...attributes].sort()).toEqual(["HttpOnly", "Max-Age", "Path", "SameSite"]);
  });

  it("is on the page, each with the words for its lifetime", async () => {
    const html = await (await browser().get("/privacy-policy")).text();
    for (const { name, lifetime } of cookies) {
      expect(html).toContain(`${name}:`);
      expect(html).toContain(lifetime.text);
    }
    expect(html).toContain("January 1, 2025");
  });

  it("has words that say what the numbers say", () => {
    const counts: Record<string, number> = { one: 1, "half an": 0.5 };
    const units: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };
    for (const { lifetime } of cookies) {
      const [, count = "", unit = ""] = /^(one|half an|\d+) (minute|hour|day)s?$/.exec(lifetime.text) ?? [];
      expect((counts[count] ?? Number(count)) * units[unit]!).toBe(lifetime.seconds);
    }
  });
});
