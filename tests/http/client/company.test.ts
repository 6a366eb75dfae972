import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signUpCompany } from "../../support/people/company.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { mailTo } from "../../support/services/mailbox.ts";
import { prepare } from "../../support/people/prepare.ts";
import { freshEmail, signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, pageOf, seenOn } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// A company's own page, and those that change who belongs to it.
const { backend, service, signIn, site } = await openSharedSite();

const COMPANY = "/client-dashboard/company";
const EDIT = `${COMPANY}/edit`;
const YOU = "/client-dashboard/you";
const LEAVE = `${COMPANY}/leave`;
const HAND_OVER = `${COMPANY}/hand-over`;
const removalOf = ({ userId }: Person) => `${COMPANY}/members/${userId}/remove`;

async function found(): Promise<
  Awaited<ReturnType<typeof signUpCompany>> & Record<"own" | "colleague" | "reader", Visitor> & { name: string }
> {
  const name = `Vega ${randomUUID().slice(0, 8)}`;
  const people = await signUpCompany(backend, name);
  const [own, colleague, reader] = await Promise.all([people.owner, people.member, people.viewer].map(signIn));
  return { ...people, name, own: own!, colleague: colleague!, reader: reader! };
}

describe("the own company", () => {
  it("is shown to its people, and the header and the dashboard lead there; what changes it is the owner's", async () => {
    const { own, colleague, reader, name, owner, member } = await found();
    for (const visitor of [own, colleague, reader]) {
      const html = await expectPage(visitor.ask(COMPANY), 200);
      expectWords(html, name, "Client Person", "12345", owner.email, "The member", member.email, "The viewer");
      expect(html).toContain(`<a href="${COMPANY}" aria-current="page">Company</a>`);
      expect(html.includes('value="invite"')).toBe(visitor === own);
      expect(html.includes('value="access"')).toBe(visitor === own);
      expect(html.includes(`href="${EDIT}"`)).toBe(visitor === own);
      const dashboard = await pageOf(await visitor.ask("/client-dashboard"));
      expect(dashboard.html.split(`<a href="${COMPANY}">${name}</a>`)).toHaveLength(visitor === own ? 2 : 3);
      // The section is the dashboard's own only there.
      expect(dashboard.html).toContain('<a href="/client-dashboard" aria-current="page">Requirements</a>');
      expect(html).toContain('<a href="/client-dashboard">Requirements</a>');
    }
  });

  it("is nobody else's: who has none is led to where they get one, the team to its pages, others to the sign-in", async () => {
    const { owner, member, name } = await found();
    const stranger = await signIn(await signUpPerson(backend, {}));
    const recruiter = await signIn(await signUpTeamMember(backend, "recruiter", "Rea"));
    const other = await signIn(await signUpClient(backend, "Another Ltd"));
    for (const path of [COMPANY, EDIT, LEAVE, HAND_OVER, removalOf(member)]) {
      const places: [Visitor, string][] = [
        [new Visitor(site.url), `/client-auth?redirectTo=${encodeURIComponent(path)}`],
        [stranger, "/client-dashboard"],
        [recruiter, "/team/my-day"],
      ];
      for (const [visitor, place] of places) {
        const led = await visitor.ask(path);
        expect([led.headers.get("location"), await led.text()]).toEqual([place, ""]);
      }
      const elsewhere = await other.ask(path);
      expect(elsewhere.status).toBe(path === removalOf(member) ? 404 : 200);
      const html = await elsewhere.text();
      for (const secret of [owner.email, name]) expect(html).not.toContain(secret);
    }
    const posts: [string, Record<string, string>][] = [
      [COMPANY, { intent: "access", person: member.userId, new_access: "viewer", version: "1" }],
      [removalOf(member), {}],
      [HAND_OVER, { person: member.userId }],
    ];
    for (const [path, entries] of posts) {
      for (const visitor of [stranger, recruiter, other]) {
        const { status, html } = await pageOf(await visitor.post(path, entries));
        expect([path, status]).toEqual([path, 404]);
        expect(html).not.toContain(name);
        // In the frame of whoever is signed in; to the team it is any page that is not there.
        expect(html.includes('href="/login"'), path).toBe(visitor === recruiter);
      }
    }
    expect((await owner.api.from("client_members").select("access")).data).toHaveLength(3);
    for (const id of [randomUUID(), "nonsense"]) {
      expect((await other.ask(`${COMPANY}/members/${id}/remove`)).status).toBe(404);
    }
  });
});

describe("the profile", () => {
  const entries = { company_name: "Vega & Co", full_name: "Reception", phone: "+91 120 555 0100" };
  const company = prepare(found);

  it("is written by an owner, and read by everybody", async () => {
    const { own, reader } = company;
    const version = fieldOn(await own.read(EDIT), "version");
    await expectRedirect(own.post(EDIT, { ...entries, version }), 303, COMPANY);
    expect(await own.read(COMPANY)).toContain("Your colleagues and your recruiter see it.");
    expectWords(await reader.read(COMPANY), "Vega & Co", "Reception", "+91 120 555 0100");
  });

  it("says what is wrong beside its field, and keeps the entries", async () => {
    const { own } = company;
    const html = await expectPage(own.post(EDIT, { ...entries, company_name: " \u200b", version: "1" }), 400);
    expect(html).toMatch(/class="error"><span[^>]*>Error: <\/span>Enter the company name/);
    expect(html).toContain('value="Reception"');
  });

  it("on what another owner has saved meanwhile nothing is saved; the page has the entries, and what is new", async () => {
    const { own, owner, name } = company;
    const html = await own.read(EDIT);
    const seen = seenOn(html);
    const opened = {
      company_name: fieldOn(html, "company_name"),
      full_name: fieldOn(html, "full_name"),
      phone: fieldOn(html, "phone"),
    };
    const theirs = { ...opened, full_name: "Theirs", phone: "12345" };
    await owner.api.rpc("edit_company", { seen: Number(seen.version), ...theirs });
    const mine = { ...opened, full_name: "Mine" };
    const late = await expectPage(own.post(EDIT, { ...mine, ...seen }), 409, 'value="Mine"', 'value="12345"');
    expect(late).toMatch(/<strong>Now:<\/strong> Theirs<\/dd><dd><strong>Yours:<\/strong> Mine/);
    expect((await own.post(EDIT, { ...mine, phone: "12345", ...seenOn(late) })).status).toBe(303);
    // What only the other has changed is kept.
    const renamed = { ...mine, phone: "12345", company_name: `${name} & Sons` };
    const once = seenOn(await own.read(EDIT));
    await owner.api.rpc("edit_company", { seen: Number(once.version), ...mine, phone: "67890" });
    expect((await own.post(EDIT, { ...renamed, ...once })).status).toBe(303);
    expectWords(await own.read(COMPANY), "Mine", "Sons", "67890");
  });

  it("is no form for others: they are told whom to ask, and the database refuses", async () => {
    const { colleague, reader, owner } = company;
    for (const visitor of [colleague, reader]) {
      for (const path of [EDIT, HAND_OVER, removalOf(owner)]) {
        const html = await expectPage(visitor.ask(path), 403, `<a href="mailto:${owner.email}">`);
        expect(html).not.toContain('<form method="post" class="grid');
      }
      await expectPage(visitor.post(EDIT, { ...entries, version: "1" }), 403, "Only owners can change this.");
    }
  });
});

describe("its people", () => {
  it("are invited by an owner, who sends it again and takes it back", async () => {
    const { own, colleague, owner } = await found();
    const wrong = own.post(COMPANY, { intent: "invite", email: "no", access: "", full_name: "Kept" });
    await expectPage(wrong, 400, "Choose what they may do", 'value="Kept"');
    const email = freshEmail("invited");
    const entries = { intent: "invite", email, access: "viewer", full_name: "Nia New" };
    // Sent twice, it is one.
    for (let times = 0; times < 2; times += 1) expect((await own.post(COMPANY, entries)).status).toBe(303);
    const page = await own.read(COMPANY);
    expectWords(page, `A mail is on its way to ${email}.`, "Nia New, viewer, invited by Client Person");
    await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(1);
    expect(await colleague.read(COMPANY)).not.toContain(email);
    const other = await expectPage(own.post(COMPANY, { ...entries, access: "owner" }), 409);
    expect(other).toContain("This address is invited already, with other access.");
    const member = await pageOf(await own.post(COMPANY, { ...entries, email: owner.email }));
    expect(member.html).toContain("belongs to a member of your company already");

    const invitation = fieldOn(page, "invitation");
    expect((await own.post(COMPANY, { intent: "resend", invitation })).status).toBe(429);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    await service.from("invitations").update({ issued_at: before }).eq("id", invitation);
    expect((await own.post(COMPANY, { intent: "resend", invitation })).status).toBe(303);
    await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(2);
    for (const intent of ["resend", "revoke"]) {
      expect((await colleague.post(COMPANY, { intent, invitation })).status).toBe(403);
      expect((await own.post(COMPANY, { intent, invitation: randomUUID() })).status).toBe(404);
    }
    expect((await own.post(COMPANY, { intent: "revoke", invitation })).status).toBe(303);
    expect(await own.read(COMPANY)).not.toContain(email);
    expect((await own.post(COMPANY, { intent: "nothing" })).status).toBe(400);
  });

  it("of a company that has filed nothing are three a day, which is said beside the form and to programs", async () => {
    const { own } = await found();
    const entries = { intent: "invite", access: "member", full_name: "Kept" };
    const invite = () => own.post(COMPANY, { ...entries, email: freshEmail("invited") });
    for (let times = 0; times < 3; times += 1) expect((await invite()).status).toBe(303);
    const refused = await invite();
    expect(refused.status).toBe(429);
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    const seconds = (midnight - Date.now()) / 1000;
    expect(Math.abs(Number(refused.headers.get("retry-after")) - seconds)).toBeLessThan(60);
    const { html } = await pageOf(refused);
    expect(html).toMatch(/<p id="[^"]*email[^"]*error"[^>]*>.*?Until your company has filed a requirement/);
    expect(html).toContain('value="Kept"');
  });

  it("get another access, on the version that was seen, and are told by mail", async () => {
    const { own, reader, member } = await found();
    const change = { intent: "access", person: member.userId, version: "1" };
    expect((await own.post(COMPANY, { ...change, new_access: "viewer" })).status).toBe(303);
    expect(await own.read(COMPANY)).toContain("It is now: Viewer. They are told by mail.");
    await expect.poll(async () => (await mailTo(backend.url, member.email))[0]?.text).toContain("viewer");
    const late = await expectPage(own.post(COMPANY, { ...change, new_access: "owner" }), 409);
    expect(late).toContain("Someone saved it since you opened this page.");
    for (const [visitor, entries, status] of [
      [own, { new_access: "king" }, 400],
      [own, { version: "x", new_access: "owner" }, 400],
      [own, { person: randomUUID(), new_access: "viewer" }, 404],
      [reader, { new_access: "owner" }, 403],
    ] as const) {
      await expectPage(visitor.post(COMPANY, { ...change, ...entries }), status);
    }
  });

  it("are removed after one question, which says what happens to what they filed", async () => {
    const { own, member, name, colleague } = await found();
    await colleague.post("/submit-requirement", { ...requirementEntries, job_title: "Stays here" });
    expect(await own.read(removalOf(member))).toContain("Everything they filed and wrote stays with the company");
    await expectRedirect(own.post(removalOf(member), { name: "The member" }), 303, COMPANY);
    expect(await own.read(COMPANY)).toContain("The member is no longer in your company.");
    expect((await own.ask(removalOf(member))).status).toBe(404);
    expect((await own.post(removalOf(member), {})).status).toBe(404);
    expect(await own.read("/client-dashboard")).toContain("Stays here");
    const html = await colleague.read("/client-dashboard");
    expectNoWords(html, "Stays here", name);
    expect(html).toContain("Complete your company profile");
  });

  it("are asked for another contact, when that is who is removed", async () => {
    const { own, owner, member, clientId } = await found();
    await member.api.rpc("edit_own_name", { seen: 1, full_name: "Con Tact" });
    await service.from("clients").update({ full_name: "Con Tact", contact_user_id: member.userId }).eq("id", clientId);
    expect(await own.read(removalOf(member))).toContain("Who is the contact then");
    const unsaid = await expectPage(own.post(removalOf(member), { name: "Con Tact", contact: "" }), 400);
    expect(unsaid).toContain("Choose the new contact, or nobody");
    const removed = await own.post(removalOf(member), { name: "Con Tact", contact: owner.userId });
    expect(removed.status).toBe(303);
    const { data } = await service.from("clients").select("full_name, contact_user_id").eq("id", clientId).single();
    expect(data).toEqual({ full_name: "Client Person", contact_user_id: owner.userId });
  });

  it("are asked for another contact, when that is who leaves", async () => {
    const { own, owner, member, colleague, clientId, name } = await found();
    await member.api.rpc("edit_own_name", { seen: 1, full_name: "Con Tact" });
    await service.from("clients").update({ full_name: "Con Tact", contact_user_id: member.userId }).eq("id", clientId);
    expect(await own.read(LEAVE)).not.toContain("Who is the contact then");
    expect(await colleague.read(LEAVE)).toContain("Who is the contact then");
    const leaving = { company: clientId, name };
    await expectPage(colleague.post(LEAVE, { ...leaving, contact: "" }), 400, "Choose the new contact, or nobody");
    expect((await colleague.post(LEAVE, { ...leaving, contact: member.userId })).status).toBe(404);
    expect((await colleague.post(LEAVE, { ...leaving, contact: owner.userId })).status).toBe(303);
    const { data } = await service.from("clients").select("full_name, contact_user_id").eq("id", clientId).single();
    expect(data).toEqual({ full_name: "Client Person", contact_user_id: owner.userId });
  });

  it("write their own name, a viewer as well, by the rules of a sign-up", async () => {
    const { own, reader, viewer } = await found();
    const send = (own_name: string, version = "1") => reader.post(YOU, { own_name, version });
    expectWords(await reader.read(YOU), 'value="The viewer"', viewer.email, "viewer");
    await expectPage(send(" "), 400, "Enter your name");
    expect((await send("n".repeat(201))).status).toBe(400);
    expect((await send(" Vera Viewer ")).status).toBe(303);
    await expectPage(send("Late"), 409, 'value="Late"');
    expect(await own.read(COMPANY)).toContain("<bdi>Vera Viewer</bdi>");
  });

  it("leave after one question, but for the last owner, who is led to handing over", async () => {
    const { own, owner, member, colleague, reader, name, viewer, clientId } = await found();
    expect((await own.ask(removalOf(owner))).headers.get("location")).toBe(LEAVE);
    const last = await own.read(LEAVE);
    expect(last).toContain(`href="${HAND_OVER}"`);
    expect(last).not.toContain('value="leave"');
    await expectPage(own.post(LEAVE, { company: clientId, name }), 409, "A company needs an owner");
    expect(await reader.read(LEAVE)).toContain("Everything you filed and wrote stays with your colleagues");
    expect((await reader.post(LEAVE, { company: randomUUID(), name })).status).toBe(404);
    expect((await reader.post(LEAVE, {})).status).toBe(400);
    await expectRedirect(reader.post(LEAVE, { company: clientId, name }), 303, "/client-dashboard");
    expect(await reader.read("/client-dashboard")).toContain(`You no longer belong to ${name}.`);
    expect((await reader.post(LEAVE, { company: clientId, name })).status).toBe(404);

    // The owner hands over, and can leave then.
    expect((await pageOf(await own.post(HAND_OVER, {}))).html).toContain("Choose the new owner");
    expect((await own.post(HAND_OVER, { person: viewer.userId })).status).toBe(404);
    const page = await own.read(HAND_OVER);
    const person = /type="radio" id="field-person" name="person" value="([\da-f-]{36})"/.exec(page)![1]!;
    expect((await own.post(HAND_OVER, { person, [person]: "The member" })).status).toBe(303);
    expect(await own.read(COMPANY)).toContain("The member owns the company now, and you are a member.");
    for (const { email } of [owner, member]) {
      await expect.poll(async () => (await mailTo(backend.url, email))[0]?.subject).toContain("has changed");
    }
    expect((await own.post(LEAVE, { company: clientId, name })).status).toBe(303);
    expect(await colleague.read(COMPANY)).not.toContain(owner.email);
  });
});

describe("a viewer", () => {
  it("reads, and is told so in the place of a form; by a request they file nothing", async () => {
    const { own, reader, owner, viewer, clientId } = await found();
    await own.post("/submit-requirement", { ...requirementEntries, job_title: "Read by all" });
    const dashboard = await pageOf(await reader.ask("/client-dashboard"));
    expectWords(dashboard.html, "Read by all", "as its viewer, who reads, and changes nothing");
    expect(dashboard.html).not.toContain('href="/submit-requirement"');
    const page = await expectPage(reader.ask("/submit-requirement"), 200);
    expect(page).toContain("Viewers read its requirements; members file and change them");
    expect(page).not.toContain('name="job_title"');
    const filed = reader.post("/submit-requirement", { ...requirementEntries, job_title: "Kept title" });
    const refused = await expectPage(filed, 403, 'value="Kept title"');
    expect(refused).toContain("You may read your company's requirements, but not file any.");
    const draft = { intent: "save-draft", draft: randomUUID(), draft_version: "", job_title: "Kept draft" };
    const saved = reader.post("/submit-requirement", { ...requirementEntries, ...draft });
    const unsaved = await expectPage(saved, 403, 'value="Kept draft"');
    expect(unsaved).toContain("but not change any. Ask an owner of your company to make you a member.");
    // Wherever the frame stands, it leads to what is theirs.
    const elsewhere = await signUpClient(backend, "Inviting Ltd");
    await elsewhere.api.rpc("invite_member", { address: viewer.email, new_access: "member" });
    for (const path of ["/client-dashboard/notifications", "/invitation", "/client-auth?view=new-password"]) {
      const html = await reader.read(path);
      expect(html, path).toContain(`<a href="${COMPANY}">Company</a>`);
      expect(html, path).not.toContain('href="/submit-requirement"');
    }
    const { count } = await owner.api.from("job_requirements").select("id", { count: "exact", head: true });
    expect(count).toBe(1);
    expect(
      (await reader.post("/client-dashboard", { intent: "profile", company_name: "X", full_name: "Y", phone: "" }))
        .status,
    ).toBe(400);
    expect((await owner.api.from("clients").select("id")).data).toEqual([{ id: clientId }]);
  });
});

describe("signed out meanwhile", () => {
  it("the entries are kept, and nothing is shown", async () => {
    const visitor = new Visitor(site.url);
    const [person, other] = [randomUUID(), randomUUID()];
    const handing = await pageOf(await visitor.post(HAND_OVER, { person, [person]: "Nia", [other]: "Ravi" }));
    expect(handing.html).toMatch(new RegExp(`<input type="radio"[^>]*checked=""[^>]*value="${person}"`));
    for (const name of ["Nia", "Ravi"]) expect(handing.html).toContain(`<span>${name}</span>`);
    const leaving = await pageOf(await visitor.post(LEAVE, { company: person, name: "Vega" }));
    expectWords(leaving.html, "You will no longer see <strong>Vega</strong>", `name="company" value="${person}"`);
    const removing = await pageOf(await visitor.post(`${COMPANY}/members/${person}/remove`, { name: "Nia" }));
    expect(removing.html).toContain("Remove Nia</button>");
    for (const { status, html } of [handing, leaving, removing]) {
      expect(status).toBe(401);
      expect(html).toContain("Sign in in a new tab");
    }
  });
});
