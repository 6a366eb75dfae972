import { describe, expect, it } from "vitest";
import { referenceOf } from "../../../app/lib/format/reference.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { connect, freshEmail, signUpClient } from "../../support/people/people.ts";
import { fieldOn } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn, site } = await openSharedSite();

/** The page of a requirement that has just been filed. */
const FILED = /^\/client-dashboard\/requirements\/[\da-f-]{36}\?filed$/;

const REQUIREMENT = {
  ...requirementEntries,
  job_title: "Canary title",
  job_description: "canary description",
  notes: "canary notes",
};
const ann = await signUpClient(backend, "Canary Company A");
const bob = await signUpClient(backend, "Canary Company B");

function anybody(): Visitor {
  return new Visitor(site.url);
}

describe("without a session", () => {
  const ways: [string, string, RequestInit][] = [
    "/client-dashboard",
    "/submit-requirement",
    "/client-dashboard/notifications",
  ].flatMap((path) => {
    const id = `routes${path}`;
    const body = new URLSearchParams(REQUIREMENT);
    // A form is not thrown away with the session: the action itself answers a post to it (below).
    const posts: [string, string, RequestInit][] =
      path !== "/client-dashboard"
        ? []
        : [
            [`POST ${path}`, path, { method: "POST", body }],
            [`POST ${path}.data`, `${path}.data`, { method: "POST", body }],
            [`GET ${path}.data?_routes=root`, `${path}.data?_routes=root`, {}],
          ];
    return [
      ...posts,
      [`GET ${path}`, path, {}],
      [`HEAD ${path}`, path, { method: "HEAD" }],
      [`GET ${path}.data`, `${path}.data`, {}],
      [`GET ${path}.data?_routes`, `${path}.data?_routes=${encodeURIComponent(id)}`, {}],
    ] satisfies [string, string, RequestInit][];
  });

  it.each(ways)("%s leads to the sign-in, and shows nothing", async (_, path, init) => {
    const response = await anybody().ask(path, init);
    const body = await response.text();
    expect([202, 302]).toContain(response.status);
    expect(response.headers.get("location") ?? body).toContain("/client-auth");
    expect(body).not.toMatch(/canary|requirements|minDeadline/i);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("the root's own data is all that a form without a session gets", async () => {
    const response = await anybody().ask("/submit-requirement.data?_routes=root");
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/minDeadline|isSignedOut/);
  });

  it("a requirement that was being filled comes back whole, and is not saved", async () => {
    const before = await service.from("job_requirements").select("*", { count: "exact", head: true });
    for (const path of ["/submit-requirement", "/submit-requirement.data"]) {
      const response = await anybody().post(path, REQUIREMENT);
      expect([200, 401]).toContain(response.status);
      const text = await response.text();
      expect(text).toContain("canary description");
      if (path === "/submit-requirement") {
        expect(response.status).toBe(401);
        expectWords(text, "Please sign in again", 'href="/client-auth" target="_blank"');
      }
    }
    const after = await service.from("job_requirements").select("*", { count: "exact", head: true });
    expect(after.count).toBe(before.count);
  });
});

describe("with a session", () => {
  it("shows one's own requirements, and nobody else's, whatever is asked", async () => {
    const visitor = await signIn(ann);
    const sent = await visitor.post("/submit-requirement", REQUIREMENT);
    expect(sent.headers.get("location")).toMatch(FILED);
    expect(await visitor.read("/client-dashboard")).toContain("Canary title");

    const other = await signIn(bob);
    const client = await ann.api.from("clients").select("id").single();
    for (const path of [
      "/client-dashboard",
      "/client-dashboard.data",
      `/client-dashboard?client_id=${client.data!.id}`,
      "/submit-requirement",
      "/submit-requirement.data",
    ]) {
      const response = await other.ask(path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toMatch(/Canary title|canary/);
    }
    const forged = await other.post("/submit-requirement", {
      ...REQUIREMENT,
      client_id: client.data!.id,
      status: "filled",
      id: client.data!.id,
    });
    expect(forged.status).toBe(302);
    const rows = await bob.api.from("job_requirements").select("client_id, status");
    expect(rows.data).toHaveLength(1);
    expect(rows.data?.[0]).not.toMatchObject({ client_id: client.data!.id });
    expect(rows.data?.[0]).toMatchObject({ status: "new" });
  });

  it("sends the browser no column that the page does not show", async () => {
    const visitor = await signIn(ann);
    for (const path of [
      "/client-dashboard",
      "/client-dashboard.data",
      "/submit-requirement",
      "/submit-requirement.data",
    ]) {
      const body = await visitor.read(path);
      // Who is signed in, and for which company, stands in the page; of the client's record nothing else does.
      expect(body).not.toMatch(
        /canary notes|canary description|client_id|user_id|form_id|updated_at|Canary Company B|full_name":|12345/,
      );
      expectNoWords(body, bob.email, ann.userId);
      expect(body).not.toMatch(/eyJ[\w-]+\.|sb_publishable|sb_secret/);
    }
  });

  it("keeps the session in one HttpOnly cookie, and out of every cache", async () => {
    const visitor = anybody();
    const response = await visitor.post("/client-auth", {
      intent: "sign-in",
      email: ann.email,
      password: ann.password,
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const cookies = response.headers.getSetCookie();
    expect(cookies.some((cookie) => cookie.startsWith("session="))).toBe(true);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Path=\//);
    }
    expect(cookies.join().length).toBeLessThan(2_500);
  });
});

it("a filed requirement is answered by its page: reference, by when, and that a mail goes", async () => {
  const visitor = await signIn(bob);
  const sent = await visitor.post("/submit-requirement", { ...REQUIREMENT, job_title: "Answered" });
  const path = sent.headers.get("location")!;
  expect(path).toMatch(FILED);
  const html = await visitor.read(path);
  const { data } = await bob.api.from("job_requirements").select("id, form_id").eq("job_title", "Answered").single();
  const reference = referenceOf(data!.form_id!);
  expectWords(
    html,
    "Job requirement submitted successfully!",
    "We answer by",
    reference,
    "A mail with it is on its way",
  );
  expect(html).toContain("data-receipt");
  // Looked at another time, it is a page like others.
  const later = await visitor.read(path.split("?")[0]!);
  expectWords(later, reference);
  expectNoWords(later, "is on its way");
  expect(later).not.toContain("data-receipt");
  const { data: mails } = await service.from("mail_outbox").select("template").eq("user_id", bob.userId);
  expect(mails).toContainEqual({ template: "requirement_filed" });
});

describe("an account without a company, as a provider makes it", () => {
  const COMPANY = { company_name: "Provider & Sons", full_name: "Ida Nilsen", phone: "" };

  async function withoutCompany() {
    const person = await signUpClient(backend, "Gone Ltd");
    await service.from("clients").delete().eq("user_id", person.userId);
    return { person, visitor: await signIn(person) };
  }

  const companyOf = async (userId: string) =>
    (await service.from("clients").select("company_name, full_name").eq("user_id", userId)).data;

  it("names it in the form of its first requirement, which is filed at once", async () => {
    const { person, visitor } = await withoutCompany();
    const html = await visitor.read("/submit-requirement");
    expectWords(html, "Your company", "Company Name", "Contact Person");
    expectNoWords(html, "Before you submit", "Save Draft");
    const sent = await visitor.post("/submit-requirement", { ...REQUIREMENT, ...COMPANY });
    expect(sent.headers.get("location")).toMatch(FILED);
    expect(await companyOf(person.userId)).toEqual([{ company_name: "Provider & Sons", full_name: "Ida Nilsen" }]);
    expect(await visitor.read("/client-dashboard")).toContain("Canary title");
    expectNoWords(await visitor.read("/submit-requirement"), "Your company");
  });

  it("keeps every entry, whichever half is wrong, and makes no company before all is right", async () => {
    const { person, visitor } = await withoutCompany();
    for (const [entries, message] of [
      [{ ...REQUIREMENT, ...COMPANY, company_name: " " }, "Enter the company name"],
      [{ ...REQUIREMENT, ...COMPANY, location: " " }, "Enter the location"],
    ] as const) {
      const html = await expectPage(visitor.post("/submit-requirement", entries), 400, message);
      expect([fieldOn(html, "full_name"), fieldOn(html, "job_title")]).toEqual(["Ida Nilsen", "Canary title"]);
    }
    const added = { ...REQUIREMENT, ...COMPANY, intent: "add:required_skills", required_skills_entry: "Valves" };
    expect(fieldOn(await expectPage(visitor.post("/submit-requirement", added), 200), "full_name")).toBe("Ida Nilsen");
    expect(await companyOf(person.userId)).toEqual([]);
    // The dashboard has no button above the form of its company, and a link to the other way.
    const html = await visitor.read("/client-dashboard");
    expect(html).not.toMatch(/class="btn">Submit Job Requirement/);
    expectWords(html, "Complete your company profile", "your first requirement");
    // No heading over a list that is not there.
    expect(html).not.toContain('id="requirements"');
  });
});

it("mistakes are listed in the page's order", async () => {
  const visitor = await signIn(bob);
  const wrong = {
    job_title: "",
    max_experience: "1",
    min_experience: "5",
    deadline: "2001-01-01",
    required_skills: "",
  };
  const html = await expectPage(visitor.post("/submit-requirement", { ...REQUIREMENT, ...wrong }), 400);
  const listed = [...html.matchAll(/<li><a href="#field-(\w+)"/g)].map(([, field]) => field);
  expect(listed).toEqual(["job_title", "required_skills", "max_experience", "deadline"]);
});

describe("bad posts to the portal", () => {
  it("a requirement comes back with what was typed, and each mistake, whatever is wrong with it", async () => {
    const visitor = await signIn(bob);
    const before = await bob.api.from("job_requirements").select("id");
    const wrong: Record<string, [typed: string, message: string]> = {
      job_title: ["x".repeat(201), "Use 200 characters or fewer"],
      location: [" \t", "Enter the location"],
      required_skills: [" ", "Add at least one required skill"],
      currency: ["BTC", "Choose the currency"],
      positions_count: ["many", "Enter a whole number, 1 or more"],
      deadline: ["2001-01-01", "The application deadline must be today or later"],
    };
    const typed = Object.fromEntries(Object.entries(wrong).map(([field, [entry]]) => [field, entry]));
    const upsideDown = { ...REQUIREMENT, min_salary: "2", max_salary: "1" };
    for (const [entries, messages] of [
      [{}, ["Enter the job title"]],
      [{ ...REQUIREMENT, ...typed }, Object.values(wrong).map(([, message]) => message)],
      [upsideDown, ["The maximum salary must not be below the minimum"]],
    ] as const) {
      const notes = '"><script>alert(1)</script>ü';
      const html = await expectPage(visitor.post("/submit-requirement", { ...entries, notes }), 400);
      expectWords(html, ...messages, "&lt;script&gt;alert(1)&lt;/script&gt;ü</textarea>");
      expect(html).not.toContain("<script>alert(1)");
    }
    expect((await bob.api.from("job_requirements").select("id")).data).toHaveLength(before.data!.length);
  });

  it.each<[Record<string, string>, string]>([
    [{ intent: "sign-in" }, "Enter your email address"],
    [{ intent: "sign-in", email: "ann@example.com" }, "Enter your password"],
    [{ intent: "reset", email: " " }, "Please enter your email address."],
    [{ intent: "reset", email: "nobody" }, "Enter your email address"],
    [{ intent: "new-password", password: "12345" }, "Use 6 characters or more"],
    [{ intent: "no such" }, "Enter your email address"],
    [{ intent: "__proto__" }, "Enter your email address"],
  ])("%j is refused at its field", async (entries, message) => {
    const view = { reset: "forgot", "new-password": "new-password" }[entries["intent"]!] ?? "sign-in";
    const visitor = view === "new-password" ? await signIn(bob) : anybody();
    await expectPage(visitor.post(`/client-auth?view=${view}`, entries), 400, message);
  });
});

describe("a session that has expired", () => {
  it("is refreshed once for two requests at the same time, and both go on", async () => {
    const visitor = await signIn(ann);
    visitor.expire();
    const Cookie = visitor.cookie;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        fetch(`${site.url}/client-dashboard`, { headers: { Cookie }, redirect: "manual" }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sessions = answers.map((answer) => answer.headers.getSetCookie().find((line) => line.startsWith("session=")));
    expect(new Set(sessions).size).toBe(1);
    expect(sessions[0]).not.toMatch(/Max-Age=0/);
    // The refreshed cookie is good for the next request.
    visitor.cookies.set("session", sessions[0]!.slice("session=".length, sessions[0]!.indexOf(";")));
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });

  it("leads to the sign-in when it can't be refreshed, without deleting what another response may have set", async () => {
    const visitor = await signIn(ann);
    visitor.expire("no-such-token");
    const response = await visitor.ask("/submit-requirement");
    expect(response.headers.get("location")).toBe("/client-auth?redirectTo=%2Fsubmit-requirement");
    expect(response.headers.getSetCookie().filter((cookie) => !cookie.startsWith("toast="))).toEqual([]);
    expect(await visitor.read("/client-auth")).toContain("Your session has ended.");
  });
});

describe("whose session it is", () => {
  it("is decided by signing in, whatever session the browser brought along", async () => {
    const visitor = await signIn(bob);
    const before = visitor.cookies.get("session");
    const response = await visitor.post("/login", { intent: "sign-in", email: ann.email, password: ann.password });
    expect(response.headers.get("location")).toBe("/client-dashboard");
    expect(visitor.cookies.get("session")).not.toBe(before);
    expect(await visitor.read("/client-dashboard")).toContain("Canary title");
    // Whoever had planted the first session has gained nothing by it.
    const planter = anybody();
    planter.cookies.set("session", before!);
    expect(await planter.read("/client-dashboard")).not.toContain("canary");
  });
});

describe("whether an address is known", () => {
  it("shows neither in sign-up nor in reset", async () => {
    const forms: Record<string, string>[] = [
      { intent: "sign-up", company_name: "X", full_name: "Y", password: "123456" },
      { intent: "reset" },
    ];
    for (const entries of forms) {
      const answers = [];
      for (const email of [ann.email, freshEmail()]) {
        const visitor = anybody();
        const response = await visitor.post("/client-auth", { ...entries, email });
        // The address itself stands in the next form, known or not.
        const page = (await visitor.read("/client-auth")).replaceAll(email, "ADDRESS");
        answers.push([response.status, response.headers.get("location"), response.headers.getSetCookie().length, page]);
      }
      expect(answers[0]).toEqual(answers[1]);
    }
    const still = await connect(backend.url, backend.keys.publishable_key).auth.signInWithPassword(ann);
    expect(still.error).toBeNull();
  });
});

describe("a notice", () => {
  it("of a failed post stands in the very same response, and not again on the next page", async () => {
    const visitor = anybody();
    const failed = await visitor.post("/client-auth", {
      intent: "sign-in",
      email: "nobody@example.com",
      password: "wrong one",
    });
    expect(failed.status).toBe(400);
    expect(await failed.text()).toContain("Invalid email or password. Please check your credentials.");
    // Only the address, for the next account form, and that the page is kept for going back.
    expect(failed.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["account", "kept"]);
    expect(await visitor.read("/contact")).not.toContain("Invalid email or password");
  });
});

it("sets no cookie on a public page", async () => {
  for (const path of ["/", "/about", "/contact", "/hire-talent", "/careers", "/login", "/nowhere"]) {
    expect((await anybody().ask(path)).headers.getSetCookie(), path).toEqual([]);
  }
});

it("asks for many mails without piling up cookies, which would stop the browser in the end", async () => {
  const [visitor, always] = [anybody(), freshEmail("always")];
  const account = { intent: "sign-up", company_name: "C", full_name: "N", password: "x".repeat(8) };
  for (let index = 0; index < 3; index += 1) {
    await visitor.post("/client-auth", { ...account, email: index % 2 ? freshEmail() : always });
    await visitor.post("/client-auth?view=forgot", { intent: "reset", email: freshEmail() });
  }
  // Six were begun: one for the newest of the few that are kept, their list, the typed address, and the notice.
  const flows = [...visitor.cookies.keys()].filter((name) => name.includes("-flow-"));
  expect(flows.length).toBeGreaterThan(0);
  expect(visitor.cookies.size).toBeLessThanOrEqual(9);
  const { length } = visitor.cookie;
  expect(length).toBeLessThan(2_500);
});

it("keeps a requirement once that is sent twice, and takes the same again from a page opened anew", async () => {
  const person = await signUpClient(backend, "Twice Ltd");
  const visitor = await signIn(person);
  const token = async () => {
    const html = await visitor.read("/submit-requirement");
    return fieldOn(html, "served");
  };
  const rows = async () => (await person.api.from("job_requirements").select("id")).data?.length;
  const served = await token();
  const answers = await Promise.all(
    [1, 2, 3].map(() => visitor.post("/submit-requirement", { ...REQUIREMENT, served })),
  );
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await rows()).toBe(1);
  await visitor.post("/submit-requirement", { ...REQUIREMENT, served, location: "Goa" });
  expect(await rows()).toBe(2);
  await visitor.post("/submit-requirement", { ...REQUIREMENT, served: await token() });
  expect(await rows()).toBe(3);
});

it("an empty list leads to the first requirement and says what will come, and to a viewer what will stand there", async () => {
  const owner = await signUpClient(backend, "Nothing Yet Ltd");
  const viewer = await signUpColleague(backend, owner, "viewer");
  const [own, other] = await Promise.all(
    [owner, viewer].map(async (person) => {
      const html = await (await (await signIn(person)).ask("/client-dashboard")).text();
      return /<section class="empty".*?<\/section>/s.exec(html)?.[0] ?? "";
    }),
  );
  expectWords(own!, '<a href="/submit-requirement" class="btn">', "five minutes", "within 48 hours");
  expect(other).toContain("Requirements that your colleagues file appear here.");
  expect(other).not.toContain("/submit-requirement");
});
