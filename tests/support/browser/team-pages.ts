import { randomInt, randomUUID } from "node:crypto";
import type { Enums } from "../../../app/lib/backend/database.types.ts";
import { pathWith } from "../../../app/lib/http/path.ts";
import { mailedUnsubscribePath } from "../people/news.ts";
import { addCandidate, askToShow, rpc, shortlist, versionOf } from "../people/candidate-people.ts";
import { connect, freshEmail, signUpClient, type BackendAccess } from "../people/people.ts";
import { fileRequirement } from "../people/requirements.ts";
import { sendMessage, sendPosting, signUpTeamMember, type TeamPerson } from "../people/team.ts";

/** What the team's pages are of. */
export type Shown = {
  /** A line of the inbox of each kind; the posting has not become a requirement. */
  items: Record<Enums<"inbox_kind">, string>;
  requirement: string;
  client: string;
  /** What that is called. */
  company: string;
  /** Somebody of the team. */
  colleague: string;
  /** What is searched for. */
  word: string;
  /** That of an invitation's link. */
  token: string;
  /** Where the link leads that switches off a mail. */
  unsubscribe: string;
  /** A text that the team answers with. */
  answer: string;
  /** Somebody who has agreed to be shown for the requirement, and where that stands; another record of theirs. */
  candidate: string;
  entry: string;
  twin: string;
  /** Whoever has a number alone: where that stands, and of another who was asked by it. */
  ringing: string;
  rung: string;
  /** A table of candidates that was staged, as whoever staged it alone reads it. */
  table: string;
};

/** Every page of the team by its name, and those that mails lead to. */
export function teamPages({
  items,
  requirement,
  client,
  company,
  colleague,
  word,
  token,
  unsubscribe,
  answer,
  candidate,
  entry,
  twin,
  ringing,
  rung,
  table,
}: Shown): Record<string, string> {
  const item = (kind: keyof typeof items) => `/team/inbox/${items[kind]}`;
  const several = Object.values(items).map((id) => `item=${id}.1`);
  return {
    "team-inbox": "/team",
    "team-inbox-sorted": "/team?sort=due&order=desc",
    "team-inbox-searched": `/team?words=${word}`,
    "team-inbox-empty": "/team?words=words+that+nobody+has+written",
    "team-new-enquiry": "/team/inbox/new",
    "team-new-enquiry-known": pathWith("/team/inbox/new", { company }),
    "team-search": `/team/search?words=${word}`,
    "team-search-empty": "/team/search?words=%2B91+98765+43210",
    "team-several": `/team/inbox/several?act=done&${several.join("&")}`,
    "team-several-all": `/team/inbox/several?all=yes&words=${word}`,
    "team-answers": "/team/answers",
    "team-answer": `/team/answers?answer=${answer}`,
    "team-message": item("contact"),
    "team-posting": item("posting"),
    "team-consultation": item("consultation"),
    "team-filed": item("requirement"),
    "team-conversion": `${item("posting")}/requirement`,
    "team-candidate-of-item": `${item("contact")}/candidate`,
    "team-mending": `${item("contact")}/mend`,
    "team-sender-erasure": `${item("contact")}/erase`,
    "team-message-conversion": `${item("contact")}/requirement`,
    "team-my-day": "/team/my-day",
    "team-figures": "/team/figures",
    "team-workload": "/team/workload",
    "team-late": `/team/workload?person=${colleague}&kind=items`,
    "team-figures-by-source": "/team/figures?by=source",
    "team-figure-rows": "/team/figures/rows?of=came",
    "team-requirements": "/team/requirements",
    "team-requirements-sorted": "/team/requirements?sort=deadline&order=desc",
    "team-requirements-searched": `/team/requirements?words=${word}&status=in_progress`,
    "team-requirement": `/team/requirements/${requirement}`,
    "team-advert": `/team/requirements/${requirement}/advert`,
    "team-history": `/team/requirements/${requirement}/history`,
    "team-messages": `/team/requirements/${requirement}/messages`,
    "team-shortlist": `/team/requirements/${requirement}/candidates`,
    "team-shortlist-entry": `/team/requirements/${requirement}/candidates?open=${entry}`,
    "team-by-phone": `/team/requirements/${requirement}/candidates/${ringing}/phone`,
    "team-phone-link": `/team/requirements/${requirement}/candidates/${rung}/phone`,
    "team-cards": `/team/requirements/${requirement}/cards`,
    "team-find": `/team/requirements/${requirement}/find`,
    "team-find-searched": `/team/requirements/${requirement}/find?words=${word}`,
    "team-candidates": "/team/candidates",
    "team-candidates-empty": "/team/candidates?words=words+that+nobody+has+written",
    "team-new-candidate": "/team/candidates/new",
    "team-import": "/team/candidates/import",
    "team-import-table": `/team/candidates/import/${table}`,
    "team-candidate": `/team/candidates/${candidate}`,
    "team-candidate-edit": `/team/candidates/${candidate}/edit`,
    "team-candidate-merge": `/team/candidates/${candidate}/merge?with=${twin}`,
    "team-candidate-export": `/team/candidates/${candidate}/export`,
    "team-candidate-erasure": `/team/candidates/${candidate}/erase`,
    "team-clients": "/team/clients",
    "team-client": `/team/clients/${client}`,
    "team-clients-sorted": "/team/clients?sort=open",
    "team-client-edit": `/team/clients/${client}/edit`,
    "team-filing": `/team/clients/${client}/requirement`,
    "team-people": "/team/people",
    "team-removal": `/team/people/${colleague}/remove`,
    "own-absence": "/team/absence",
    "colleague-absence": `/team/people/${colleague}/absence`,
    "team-activity": "/team/activity",
    "team-notifications": "/team/notifications",
    invitation: `/invitation?token=${token}`,
    unsubscribe,
  };
}

/** The words that stand in all of it; the colleague's name is the sender's unless there is one. */
type Words = { title: string; company: string; name: string; colleague?: string };

/** Two people with a number alone on a requirement's list, of which one was rung, and asked by a link. */
async function makeRung(clerk: TeamPerson, requirement: string, { title, name }: Words) {
  const numbers = [randomInt(7_000_000_000, 9_999_999_999), randomInt(7_000_000_000, 9_999_999_999)].map(String);
  const people = await Promise.all(
    numbers.map((phone) => addCandidate(clerk, { full_name: name, email: null, phone, headline: title.slice(0, 200) })),
  );
  const { entry: ringing } = await shortlist(clerk, requirement, people[0]!);
  const asked = await shortlist(clerk, requirement, people[1]!);
  await rpc(clerk.api, "ask_by_phone", {
    entry: asked.entry,
    seen: await versionOf(clerk, requirement, asked.entry),
    number: `91${numbers[1]}`,
    has_rung: true,
    form: randomUUID(),
    words: title.slice(0, 300),
  });
  return { ringing, rung: asked.entry };
}

/** A table of three, of whom one is known by their address, one new, and one without a name; every cell has the words. */
async function stageTable(clerk: TeamPerson, known: string, { title, name }: Words): Promise<string> {
  const columns = ["full_name", "email", "phone", "headline"];
  const number = String(randomInt(7_000_000_000, 9_999_999_999));
  const cells = [
    [name, known, "", title],
    [`${name} junior`, freshEmail("staged"), number, title],
    ["", "", number, title],
  ];
  const rows = cells.map((row, place) => ({
    place: place + 1,
    cells: row,
    entries:
      row[0] === "" ? null : Object.fromEntries(columns.map((column, at) => [column, row[at]?.slice(0, 200) || null])),
    problems: row[0] === "" ? ["There is no name."] : [],
  }));
  return rpc<string>(clerk.api, "stage_import", { form: randomUUID(), head: columns, columns, has_head: true, rows });
}

/** Two records of somebody, of which one is asked about for a requirement; every field has the words. */
async function makeCandidates(clerk: TeamPerson, requirement: string, { title, name, company }: Words) {
  const words = title.slice(0, 100);
  const more = {
    full_name: name,
    email: freshEmail("shown").replace(/@.*/, "@seeker.example"),
    headline: title.slice(0, 200),
    city: words,
    country: words,
    notice_period: words,
    skills: [words],
    summary: title,
    source: words,
    employer: words,
  };
  const one = await addCandidate(clerk, more);
  const twin = await addCandidate(clerk, { ...more, full_name: `${name} again` });
  const { entry } = await shortlist(clerk, requirement, one, { pitch: title });
  await rpc(clerk.api, "note_talk", { candidate: one.id, form: randomUUID(), words: title });
  await rpc(clerk.api, "add_never", { candidate: one.id, named: words });
  const asked = await shortlist(clerk, requirement, twin, { pitch: title });
  await askToShow(clerk, asked);
  const table = await stageTable(clerk, one.email, { title, name, company });
  return {
    candidate: one.id,
    entry,
    twin: twin.id,
    table,
    ...(await makeRung(clerk, requirement, { title, name, company })),
  };
}

/** Lets something of everything happen that the team's pages show. */
export async function makeShown(access: BackendAccess, admin: TeamPerson, words: Words): Promise<Shown> {
  const { title, company, name } = words;
  const service = connect(access.url, access.keys.secret_key);
  const colleague = await signUpTeamMember(access, "recruiter", words.colleague ?? name);
  const owner = await signUpClient(access, company);
  const { email } = owner;

  const contact = await sendMessage(access, title, { name, company, email });
  const posting = await sendPosting(access, { job_title: title, contact_name: name, company, contact_email: email });
  const asked = await service
    .from("consultation_requests")
    .insert({ first_name: name, last_name: name, email, company, needs: title, role: "ceo", preferred_time: "evening" })
    .select("id")
    .single();
  const filed = await fileRequirement(owner, {
    job_title: title,
    location: title.slice(0, 190),
    required_skills: [title.slice(0, 100)],
    job_description: title,
  });
  const lineOf = async (column: "consultation_id" | "requirement_id", id: string) =>
    (await service.from("inbox_items").select("id").eq(column, id).single()).data!.id;
  const items = {
    contact: contact.id,
    posting: posting.id,
    consultation: await lineOf("consultation_id", asked.data!.id),
    requirement: await lineOf("requirement_id", filed),
  };

  for (const item of Object.values(items)) {
    await colleague.api.rpc("open_item", { item });
    await colleague.api.rpc("note_once", { item, kind: "call", body: title, form: randomUUID() });
  }
  await colleague.api.rpc("take_item", { item: contact.id, seen: contact.version });
  const { data: version } = await admin.api.rpc("set_recruiter", {
    requirement: filed,
    seen: 1,
    person: colleague.userId,
  });
  await admin.api.rpc("change_requirement_status", {
    requirement: filed,
    seen: version!,
    status: "in_progress",
  });
  for (const { api } of [owner, colleague, owner]) {
    await api.rpc("post_message", { requirement: filed, body: title });
  }
  await colleague.api.rpc("save_advert", {
    requirement: filed,
    entries: {
      title: title.slice(0, 200),
      place: title.slice(0, 200),
      country: "India",
      skills: [title.slice(0, 100)],
      body: title,
    },
  });
  const answer = randomUUID();
  await admin.api.rpc("save_reply_template", { template: answer, seen: 0, title: title.slice(0, 80), body: title });
  await colleague.api.rpc("finish_item", {
    item: items.consultation,
    seen: 1,
    form: randomUUID(),
    change: {
      note_kind: null,
      body: title,
      is_reply: true,
      state: null,
      due_at: null,
      takes_next: false,
      marks_sender: false,
    },
  });
  const invited = await admin.api.rpc("invite_to_team", { address: freshEmail("invited"), new_role: "recruiter" });
  const mail = await service.rpc("invitation_mail", { invitation: invited.data! });
  return {
    items,
    requirement: filed,
    client: (await owner.api.from("clients").select("id").single()).data!.id,
    company,
    colleague: colleague.userId,
    word: title.split(" ")[0]!,
    token: (mail.data as { token: string }).token,
    unsubscribe: await mailedUnsubscribePath(access, owner),
    answer,
    ...(await makeCandidates(admin, filed, words)),
  };
}
