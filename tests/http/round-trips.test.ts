import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadKeys } from "../../supabase/embedded/keys.ts";
import { fileFull } from "../support/browser/client-pages.ts";
import { makeApplyingPages } from "../support/people/applying-pages.ts";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { connect, freshEmail, mailedPath, signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { readSessionCookie, signedBySecret, writeSessionCookie } from "../support/http/session.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { ownerOf } from "../support/http/form-owner.ts";
import { Visitor } from "../support/http/visitor.ts";
import { makeShown, teamPages } from "../support/browser/team-pages.ts";
import { sendMessage, sendPosting, signUpTeamMember, type TeamPerson } from "../support/people/team.ts";
import { openSiteBehindProxy, Waves } from "../support/http/waves.ts";

// How many calls one request makes, and which of them wait for others: docs/decisions/sessions.md. On a backend that is
// a tenth of a second away each wave is a tenth of a second before the first byte.

let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
let waves: Waves;
let ann: Person;
let visitor: Visitor;

const DASHBOARD = ["POST /rest/v1/rpc/dashboard_page"];
const ACCOUNT = ["GET /rest/v1/current_account"];
/** A blank form begins with the currency of what the company has filed last. */
const FORM = ["GET /rest/v1/filing_account"];
/** Who asks, and what the frame of the team's pages shows. */
const FRAME = ["POST /rest/v1/rpc/team_frame"];
const KEYS = ["GET /auth/v1/.well-known/jwks.json"];
const USER = ["GET /auth/v1/user"];
const SIGN_IN = ["POST /auth/v1/token"];
/** Who hears of what was filed: nobody waits for either. */
const TOLD = ["POST /functions/v1/sync-crm", "POST /functions/v1/deliver-mail"];

/** The page of a requirement that has just been filed. */
const FILED = /^\/client-dashboard\/requirements\/[\da-f-]{36}\?filed$/;

type Entries = Record<string, string>;

beforeAll(async () => {
  running = await openSiteBehindProxy();
  waves = new Waves(running.proxy);
  ann = await signUpClient(running.backend, "Trips Ltd");
  visitor = await Visitor.signedInAs(running.site.url, ann);
});
afterAll(() => running.stop());

type Sent = {
  as?: Visitor;
  entries?: Entries;
  status?: number;
  /** What nobody waits for: it comes before the answer or after it. */
  later?: string[];
};

/** Sends a request, and sees that its calls were those of the waves, wave by wave, and no more. */
async function expectWaves(
  wanted: string[][],
  path: string,
  { as = visitor, entries, status = 200, later = [] }: Sent = {},
): Promise<Response> {
  waves.expect(...wanted);
  const response = await (entries ? as.post(path, entries) : as.ask(path));
  expect(response.status).toBe(status);
  let from = 0;
  for (const wave of wanted) {
    expect(waves.seen.slice(from, from + wave.length).sort()).toEqual([...wave].sort());
    from += wave.length;
  }
  await expect.poll(() => waves.seen.slice(from)).toEqual(later);
  return response;
}

function anybody(): Visitor {
  return new Visitor(running.site.url);
}

describe("signed in", () => {
  it("the first request of a site asks for the signing keys, those after it do not", async () => {
    await expectWaves([KEYS, DASHBOARD], "/client-dashboard");
    await expectWaves([DASHBOARD], "/client-dashboard");
  });

  it.each<[string, string[][], string, Entries | undefined, number]>([
    ["the form", [FORM], "/submit-requirement", undefined, 200],
    ["the company", [["POST /rest/v1/rpc/own_company"]], "/client-dashboard/company", undefined, 200],
    ["the own invitations", [[...ACCOUNT, "POST /rest/v1/rpc/own_invitations"]], "/invitation", undefined, 302],
    ["a skill more", [ACCOUNT], "/submit-requirement", { ...requirementEntries, intent: "add:required_skills" }, 200],
    ["a form with a mistake", [ACCOUNT], "/submit-requirement", { ...requirementEntries, location: "" }, 400],
    ["the sign-in", [ACCOUNT], "/client-auth", undefined, 302],
    ["the team's sign-in", [ACCOUNT], "/login", undefined, 302],
    ["a new password's form", [[...USER, ...ACCOUNT]], "/client-auth?view=new-password", undefined, 200],
    ["nothing that is known", [DASHBOARD], "/client-dashboard", { intent: "" }, 400],
  ])("%s: %j", async (_, wanted, path, entries, status) => {
    await expectWaves(wanted, path, { status, ...(entries ? { entries } : {}) });
  });

  it("a thread: the account and the messages at once; a message: one call", async () => {
    const path = `/client-dashboard/requirements/${await fileRequirement(ann)}/messages`;
    await expectWaves([[...ACCOUNT, "POST /rest/v1/rpc/open_messages"]], path);
    waves.expect();
    expect((await visitor.post(path, { body: "x" })).status).toBe(303);
    await expect.poll(() => waves.seen).toEqual(["POST /rest/v1/rpc/post_message", "POST /functions/v1/deliver-mail"]);
  });

  it("a draft: saved in one call, opened at once with the account, filed in one", async () => {
    const page = await visitor.read("/submit-requirement");
    const [draft, served] = ["draft", "served"].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)`).exec(page)![1]!,
    );
    const entries = { ...requirementEntries, draft: draft!, served: served!, draft_version: "" };
    const save = [["POST /rest/v1/rpc/save_requirement_draft"]];
    await expectWaves(save, "/submit-requirement/draft", { entries });
    await expectWaves(save, "/submit-requirement", { entries: { ...entries, intent: "save-draft" }, status: 303 });
    await expectWaves([[...ACCOUNT, "POST /rest/v1/rpc/requirement_draft"]], `/submit-requirement?draft=${draft}`);
    const file = ["POST /rest/v1/rpc/file_requirement_draft"];
    waves.expect(file, [...TOLD, "nothing"]);
    const response = await visitor.post("/submit-requirement", { ...entries, draft_version: "1" });
    expect(response.headers.get("location")).toMatch(FILED);
    await expect.poll(() => waves.seen).toEqual([...file, ...TOLD]);
  });

  it("a requirement: one row; the CRM and the mail hold up nobody, and who may not file is asked about then", async () => {
    // Their wave waits for a call that never comes: the answer is there all the same.
    const row = ["POST /rest/v1/job_requirements"];
    waves.expect(row, [...TOLD, "nothing"]);
    const response = await visitor.post("/submit-requirement", requirementEntries);
    expect(response.headers.get("location")).toMatch(FILED);
    await expect.poll(() => waves.seen).toEqual([...row, ...TOLD]);
    const stranger = await Visitor.signedInAs(running.site.url, await signUpPerson(running.backend, {}));
    await expectWaves([row, ACCOUNT], "/submit-requirement", {
      as: stranger,
      entries: requirementEntries,
      status: 400,
    });
  });

  it("a requirement's pages: all at once, and what is changed with one call", async () => {
    const id = await fileFull(ann);
    const own = `/client-dashboard/requirements/${id}`;
    const frame = "POST /rest/v1/rpc/requirement_frame";
    const row = "GET /rest/v1/job_requirements";
    const history = [frame, "POST /rest/v1/rpc/requirement_history"];
    await expectWaves([[...ACCOUNT, frame, row]], own);
    await expectWaves([[...ACCOUNT, frame, "POST /rest/v1/rpc/company_advert"]], `${own}/advert`);
    await expectWaves([[...ACCOUNT, ...history]], `${own}/history`);
    await expectWaves([[...ACCOUNT, ...history, row]], `${own}/edit`);
    await expectWaves([[...ACCOUNT, ...history]], `${own}/withdraw`);
    waves.expect();
    const entries = { intent: "withdraw", version: "1", since: "", reason: "x" };
    expect((await visitor.post(`${own}/withdraw`, entries)).status).toBe(303);
    const told = ["POST /functions/v1/deliver-mail", "POST /functions/v1/sync-crm"];
    const wanted = ["POST /rest/v1/rpc/withdraw_requirement", ...told];
    await expect.poll(() => waves.seen.toSorted()).toEqual(wanted.toSorted());
  });

  it("a company's profile: the account, then the row", async () => {
    const person = await signUpPerson(running.backend, {});
    const as = await Visitor.signedInAs(running.site.url, person);
    const entries = { intent: "profile", company_name: "C", full_name: "N", phone: "" };
    await expectWaves([ACCOUNT, ["POST /rest/v1/clients"]], "/client-dashboard", { as, entries, status: 302 });
  });

  it("a new password: the service says who it is, then proves, sets, and ends the others", async () => {
    const person = await signUpClient(running.backend, "Changing");
    const as = await Visitor.signedInAs(running.site.url, person);
    const entries = { intent: "new-password", current_password: person.password, password: "another one" };
    await expectWaves(
      [USER, SIGN_IN, ["PUT /auth/v1/user"], ["POST /auth/v1/logout"]],
      "/client-auth?view=new-password",
      // The mail that says so.
      { as, entries, status: 302, later: ["POST /functions/v1/deliver-mail"] },
    );
  });

  it("signing in, there and at /login, and signing out", async () => {
    const { email, password } = ann;
    const entries = { intent: "sign-in", email, password };
    const as = anybody();
    await expectWaves([SIGN_IN], "/client-auth", { as, entries, status: 302 });
    await expectWaves([["POST /auth/v1/logout"]], "/client-dashboard", {
      as,
      entries: { intent: "sign-out" },
      status: 302,
    });
    await expectWaves([SIGN_IN, ["GET /rest/v1/user_roles"]], "/login", { as: anybody(), entries, status: 302 });
  });

  it("a session that has run out is refreshed first", async () => {
    const as = await Visitor.signedInAs(running.site.url, ann);
    const session = readSessionCookie(as);
    writeSessionCookie(as, { ...session, expires_at: 1 });
    await expectWaves([SIGN_IN, DASHBOARD], "/client-dashboard", { as });
    await expectWaves([DASHBOARD], "/client-dashboard", { as });
  });
});

describe("a candidate", () => {
  it("sees each page after one call, and does each thing by one", async () => {
    const recruiter = await signUpTeamMember(running.backend, "recruiter", "Rea Recruiter");
    const mails = new CandidateMails(running.backend);
    const person = await addCandidate(recruiter);
    const as = Visitor.ofCandidate(running.site.url, await mails.openSession(person));
    as.owner = ownerOf(person.id);
    const call = (name: string) => [[`POST /rest/v1/rpc/${name}`]];
    await expectWaves(call("candidate_question"), `/candidate/${await mails.pageToken(person)}`, { as });
    // The mail with the code is sent at once, and nobody waits for it.
    const known = call("candidate_question");
    await expectWaves([...known, ...call("send_candidate_code")], `/candidate/${await mails.pageToken(person)}`, {
      as,
      entries: { intent: "send-code" },
      status: 303,
      later: ["POST /functions/v1/deliver-mail"],
    });
    await mails.close();
    await expectWaves(call("own_candidate_page"), "/candidate", { as });
    await expectWaves(call("own_candidate_page"), "/candidate/details", { as });
    await expectWaves(call("export_own_candidate"), "/candidate/export", { as });
    await expectWaves(call("export_own_candidate"), "/candidate/print", { as });
    // Whose page is open here is asked first.
    const keeping = { as, entries: { intent: "keep" }, status: 303 };
    await expectWaves([...call("own_candidate_page"), ...call("agree_to_be_kept")], "/candidate", keeping);
    await expectWaves([], "/candidate", { as: anybody() });
  });
});

describe("the team", () => {
  let admin: TeamPerson;
  let as: Visitor;
  let pages: Record<string, string>;
  const rpc = (...names: string[]) => names.map((name) => `POST /rest/v1/rpc/${name}`);
  const rows = (...names: string[]) => names.map((name) => `GET /rest/v1/${name}`);
  const PEOPLE = rows("team_members", "user_roles");

  beforeAll(async () => {
    admin = await signUpTeamMember(running.backend, "admin", "Trip");
    const words = { title: "Tripped over", company: "Stumbling Ltd", name: "Rea Recruiter" };
    pages = teamPages(await makeShown(running.backend, admin, words));
    as = await Visitor.signedInAs(running.site.url, admin);
  });

  const line = [
    ...rpc("open_item", "next_item", "related_items", "related_people", "read_items", "read_item_history"),
    ...rows("reply_templates"),
  ];
  it.each<[string, string[], string[]?]>([
    ["team-inbox", rpc("list_inbox")],
    ["team-inbox-searched", rpc("list_inbox", "list_changeable")],
    ["team-new-enquiry", []],
    ["team-new-enquiry-known", rpc("find_candidates_calling", "suggest_clients", "find_enquiries")],
    [
      "team-search",
      [
        ...rpc("list_candidates", "find_members", "list_clients", "list_requirements", "list_inbox"),
        ...rows("unread_messages"),
      ],
    ],
    ["team-filing", rpc("read_client", "client_contacts")],
    ["team-several", rpc("read_items")],
    // All of a list: which that are, and then what they say.
    ["team-several-all", rpc("list_changeable"), rpc("read_items")],
    ["team-answers", rows("reply_templates")],
    ["team-message", line],
    ["team-filed", line],
    // The companies that a posting may be from build on what it is.
    ["team-conversion", rpc("read_items"), rpc("suggest_clients")],
    ["team-candidate-of-item", rpc("read_items"), rpc("similar_candidates")],
    ["team-mending", rpc("read_items")],
    ["team-sender-erasure", rpc("preview_sender_erasure")],
    ["team-my-day", rpc("my_day")],
    ["team-figures", rpc("read_figures")],
    ["team-workload", rpc("read_workload")],
    ["team-late", rpc("list_late")],
    ["team-figure-rows", rpc("list_figure_rows")],
    ["team-requirements", [...rpc("list_open_requirements", "count_open_requirements"), ...rows("unread_messages")]],
    ["team-messages", rpc("open_messages")],
    [
      "team-requirement",
      [...rpc("read_requirement", "requirement_history", "inbox_senders"), ...rows("reply_templates")],
    ],
    ["team-history", rpc("read_requirement", "requirement_history", "inbox_senders")],
    ["team-shortlist", [...rpc("requirement_frame", "read_shortlist", "read_applicants"), ...rows("reply_templates")]],
    ["team-advert", [...rpc("requirement_frame", "read_advert", "read_requirement"), ...rows("reply_templates")]],
    // Without a search by what the requirement says.
    ["team-find", rpc("read_requirement"), rpc("list_candidates", "count_found_candidates")],
    // Who is found by the word stands on its list, and is left out: then what else may be meant.
    ["team-by-phone", rpc("read_shortlist", "phone_link")],
    ["team-phone-link", rpc("read_shortlist", "phone_link")],
    ["team-cards", rpc("requirement_frame", "read_shortlist")],
    ["team-import", rpc("list_imports")],
    ["team-import-table", rpc("read_import")],
    ["team-find-searched", rpc("read_requirement", "list_candidates", "count_found_candidates"), rpc("mend_search")],
    ["team-candidates", rpc("list_candidates", "count_found_candidates", "own_open_requirements")],
    // By what somebody may be known stands on their record.
    ["team-candidate", rpc("read_candidate", "own_open_requirements"), rpc("similar_candidates")],
    ["team-candidate-edit", rpc("read_candidate")],
    ["team-candidate-merge", rpc("read_candidate", "read_candidate")],
    ["team-clients", rpc("list_clients")],
    [
      "team-client",
      [...rows("unread_messages"), ...rpc("read_client", "client_contacts", "list_requirements", "client_timeline")],
    ],
    ["team-people", [...PEOPLE, ...rows("invitations"), ...rpc("list_workloads")]],
    ["team-removal", [...PEOPLE, ...rpc("work_in_hand")]],
    ["own-absence", rpc("work_in_hand")],
    ["team-activity", rpc("list_activity")],
    ["team-notifications", rows("notification_settings")],
  ])("asks for all of %s at once: %j", async (name, own, then) => {
    await expectWaves([[...FRAME, ...own], ...(then ? [then] : [])], pages[name]!, { as });
  });

  it("asks for an invitation, a mail's link, and for the parts of a file, one after another", async () => {
    await expectWaves([rpc("subscription_by_token")], pages["unsubscribe"]!, { as });
    await expectWaves([[...ACCOUNT, ...rpc("invitation_by_token")]], pages["invitation"]!, { as });
    await expectWaves([FRAME, rpc("export_inbox")], "/team/export/inbox.csv", { as });
    await expectWaves([FRAME, rpc("export_requirements")], "/team/export/requirements.csv", { as });
    await expectWaves([FRAME, rpc("export_candidates")], "/team/export/candidates.csv", { as });
  });

  it("does a thing with one call, and tells others of it afterwards", async () => {
    const { id, version } = await sendMessage(running.backend, "Tripped over");
    const another = await sendMessage(running.backend, "Tripped over");
    const requirement = pages["team-requirement"]!;
    const person = pages["team-removal"]!.split("/")[3]!;
    const { data } = await admin.api
      .from("job_requirements")
      .select("version")
      .eq("id", requirement.slice(-36))
      .single();
    const seen = { version: String(data!.version), since: "" };
    const posting = await sendPosting(running.backend);
    const { data: client } = await admin.api.from("clients").select("id").limit(1).single();
    const crm = "POST /functions/v1/sync-crm";
    const mail = "POST /functions/v1/deliver-mail";
    for (const [path, entries, ...wanted] of [
      ["/team", { take: `${id}.${version}` }, ...rpc("take_item")],
      // What was not changed is named.
      ["/team/inbox/several", { act: "done", item: `${id}.${version}` }, ...rpc("set_item_states", "read_items")],
      [`/team/inbox/${id}`, { intent: "note", kind: "call", body: "x" }, ...rpc("note_once")],
      [
        `/team/inbox/${another.id}`,
        { intent: "done", kind: "reply", body: "x", seen: "1" },
        ...rpc("finish_item"),
        mail,
      ],
      [requirement, { intent: "status", status: "new", ...seen }, ...rpc("change_requirement_status"), crm],
      [
        `/team/inbox/${posting.id}/requirement`,
        { ...requirementEntries, client: client!.id },
        ...rpc("read_items", "convert_item", "requirement_audience"),
        crm,
        // Whose address the posting names, or the owners, hear of it.
        mail,
      ],
      [
        "/team/inbox/new",
        { intent: "save", source: "phone", name: "Ravi", phone: "9876543210", requirement: "Cooks" },
        ...rpc("record_enquiry"),
      ],
      [`/team/clients/${client!.id}/requirement`, requirementEntries, ...rpc("file_requirement"), crm, mail],
      [
        "/team/people",
        { intent: "invite", email: freshEmail(), role: "admin", full_name: "" },
        ...rpc("invite_to_team"),
        mail,
      ],
      // Its notice names who of the company is mailed, or says that nobody can read it: asked once it is posted.
      [pages["team-messages"]!, { body: "x" }, ...rpc("post_message", "requirement_audience"), mail],
      ["/team/people", { intent: "role", person, new_role: "hr_manager" }, ...rpc("set_team_role"), mail],
      // Last: which line that is, nobody here knows.
      ["/team", { intent: "next" }, ...rpc("take_next_item")],
    ] as [string, Entries, ...string[]][]) {
      waves.expect();
      const response = await as.post(path, entries);
      expect([302, 303], path).toContain(response.status);
      // The CRM and who gets a mail are told side by side.
      const isTold = (name: string) => name.startsWith("POST /functions/");
      const inOrder = (names: string[]) => [
        ...names.filter((name) => !isTold(name)),
        ...names.filter((name) => isTold(name)).sort(),
      ];
      await expect.poll(() => inOrder(waves.seen)).toEqual(inOrder(wanted));
    }
  });
});

describe("a visitor", () => {
  const contact = { name: "Ann", email: "a@b.co", requirement: "x" };
  const job = { job_title: "T", location: "L", contact_name: "N", contact_email: "a@b.co", company: "C" };
  const consultation = { first_name: "A", last_name: "L", email: "a@b.co" };
  const account = { company_name: "C", full_name: "N", phone: "", email: freshEmail(), password: "correct horse" };

  it.each<[string, string[][], Entries | undefined, number]>([
    ["/contact", [["POST /rest/v1/contact_submissions"]], contact, 302],
    ["/hire-talent", [["POST /rest/v1/public_job_submissions"]], job, 302],
    ["/consultation", [["POST /rest/v1/consultation_requests"]], consultation, 302],
    ["/contact", [], { name: "" }, 400],
    ["/client-auth", [["POST /auth/v1/signup"]], { ...account, intent: "sign-up" }, 302],
    ["/client-auth", [["POST /auth/v1/recover"]], { email: "a@b.co", intent: "reset" }, 302],
    ["/client-auth", [["POST /auth/v1/resend"]], { email: "a@b.co", intent: "resend" }, 302],
    ["/client-auth", [], undefined, 200],
    ["/login", [], undefined, 200],
    ["/jobs", [["POST /rest/v1/rpc/public_jobs"]], undefined, 200],
    // Told with the newest jobs that there are.
    ["/jobs/no-such-job", [["POST /rest/v1/rpc/public_job"], ["POST /rest/v1/rpc/public_jobs"]], undefined, 404],
    ["/jobs.atom", [["POST /rest/v1/rpc/public_job_feed"]], undefined, 200],
    ["/sitemap.xml", [["POST /rest/v1/rpc/public_job_addresses"]], undefined, 200],
    ["/careers", [["POST /rest/v1/rpc/public_jobs_of"]], undefined, 200],
    ["/client-dashboard", [], undefined, 302],
    ["/submit-requirement", [], undefined, 302],
    ["/submit-requirement", [], requirementEntries, 401],
  ])("%s: %j", async (path, wanted, entries, status) => {
    await expectWaves(wanted, path, { as: anybody(), status, ...(entries ? { entries } : {}) });
  });

  it("a mail's link asks whose it is, and its form does at once what does not build on the rest", async () => {
    const { backend } = running;
    const email = freshEmail("trips");
    const password = "correct horse battery";
    const api = connect(backend.url, backend.keys.publishable_key);
    await api.auth.signUp({ email, password, options: { data: { company_name: "C", full_name: "N" } } });
    const link = await mailedPath(backend.url, email);
    const as = anybody();
    const owner = ["POST /rest/v1/rpc/mail_link"];
    await expectWaves([owner], link, { as });
    await expectWaves(
      [
        owner,
        SIGN_IN,
        ["POST /auth/v1/verify"],
        ["PUT /auth/v1/user", "POST /rest/v1/user_roles", "POST /rest/v1/rpc/begin_company"],
        ["POST /auth/v1/logout"],
      ],
      link,
      { as, entries: { intent: "confirm", password }, status: 302 },
    );
    await expectWaves([DASHBOARD], "/client-dashboard", { as });
  });
});

describe("a service that signs with a secret", () => {
  it("is asked once by each request, and everything else is as before", async () => {
    const as = await Visitor.signedInAs(running.site.url, await signUpClient(running.backend, "Older"));
    const session = readSessionCookie(as);
    const access_token = signedBySecret(loadKeys(running.backend.database).jwt_secret, session.access_token);
    writeSessionCookie(as, { ...session, access_token });
    await expectWaves([USER, DASHBOARD], "/client-dashboard", { as });
    await expectWaves([USER, FORM], "/submit-requirement", { as });
    const out = { intent: "sign-out" };
    await expectWaves([USER, ["POST /auth/v1/logout"]], "/client-dashboard", { as, entries: out, status: 302 });
  });
});

it("somebody who applies sees each page after one call, and does each thing by one", async () => {
  const mails = new CandidateMails(running.backend);
  const { pages } = await makeApplyingPages(running.backend, mails, "Rigger");
  await mails.close();
  const call = (name: string) => [[`POST /rest/v1/rpc/${name}`]];
  const entries = { full_name: "Asha Rao", email: freshEmail(), skills: "Rigging", is_adult: "on" };
  await expectWaves(call("public_job"), pages["page one"]);
  const told = ["POST /functions/v1/deliver-mail"];
  await expectWaves(call("apply_for_job"), pages["page one"], { entries, status: 303, later: told });
  await expectWaves(call("read_application"), pages["page two"]);
  await expectWaves(call("typed_application"), pages["page one again"]);
  await expectWaves(call("allow_card"), pages["page two"], { entries: { intent: "allow", digest: "" }, status: 303 });
  await expectWaves(call("read_confirmation"), pages["the press"]);
  await expectWaves(call("confirm_application"), pages["the press"], { entries: { intent: "confirm" }, status: 303 });
});
