import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { company } from "~/content/company";
import { footer } from "~/content/navigation";
import { toLocalTime } from "~/lib/format/zoned-time";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { linkOn, mailTo } from "../../support/services/mailbox.ts";
import { sendMessage, sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";

// What one hands to the next: the reason to the company, the sender to the recruiter, the posting to its requirement.

const { backend, service, signIn, site } = await openSharedSite();
const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const ben = await signUpTeamMember(backend, "recruiter", "Ben Baker");
const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const client = await signUpClient(backend, "Handed Over Ltd");
const clientId = (await client.api.from("clients").select("id").single()).data!.id;
await service
  .from("client_members")
  .update({ full_name: "Olga Owner", phone: "+91 (120) 55" })
  .eq("client_id", clientId);
const visitor = await signIn(ann);

async function file(): Promise<{ id: string; item: string }> {
  const id = await fileRequirement(client, { job_title: "Fitter" });
  const line = await service.from("inbox_items").select("id").eq("requirement_id", id).single();
  return { id, item: line.data!.id };
}

async function countNotes(item: string): Promise<number | null> {
  return (await service.from("notes").select("*", { count: "exact", head: true }).eq("item_id", item)).count;
}

it("the reason that the company reads reaches it, and stands in the timeline", async () => {
  const { id, item } = await file();
  const reason = "The budget is gone <for now>";
  await ann.api.rpc("change_requirement_status", { requirement: id, seen: 1, status: "cancelled", reason });
  const shown = "The budget is gone &lt;for now&gt;";
  expect(await (await signIn(client)).read("/client-dashboard")).toContain(`<bdi class="reason">${shown}</bdi>`);
  expect(await visitor.read(`/team/inbox/${item}`)).toContain(`Requirement set to cancelled: ${shown}`);
});

it("a line that comes in again since its company has withdrawn it says so", async () => {
  const { id } = await file();
  const rowOf = async () => {
    const html = await visitor.read("/team?words=Fitter&sort=activity&order=desc");
    return html.slice(html.indexOf("<tbody>")).split("</tr>")[0]!;
  };
  await ann.api.rpc("set_recruiter", { requirement: id, seen: 1, person: ann.userId });
  await client.api.rpc("edit_requirement", { requirement: id, seen: 2, entries: { location: "Goa" } });
  expect(await rowOf()).not.toContain("Withdrawn");
  await client.api.rpc("withdraw_requirement", { requirement: id, seen: 3, reason: "Budget gone" });
  expectWords(await rowOf(), "Withdrawn by the company", '<td class="whose">you</td>');
});

it("whom a company wants to be asked for stands on its page, beside its people", async () => {
  const page = async () => visitor.read(`/team/clients/${clientId}`);
  const contact = async () => (await page()).split('id="contact"')[1]!.split("</section>")[0]!;
  const before = { full_name: "Client Person", phone: "12345" };
  const after = { full_name: "Reception", phone: "+91 120 77" };
  try {
    await service.from("clients").update(after).eq("id", clientId);
    expect(await contact()).toContain("<bdi>Reception</bdi>");
    expect(await contact()).toContain('<a href="tel:+9112077">+91 120 77</a>');
    await service.from("clients").update({ full_name: null, phone: null }).eq("id", clientId);
    expect(await contact()).toContain("The company names no contact.");
  } finally {
    await service.from("clients").update(before).eq("id", clientId);
  }
});

describe("who filed a requirement", () => {
  it("is named and can be reached on its line, its own page and the company's, and a reply is noted", async () => {
    const { id, item } = await file();
    const mail = `<a href="mailto:${client.email}">${client.email}</a>`;
    const phone = '<a href="tel:+9112055">+91 (120) 55</a>';
    for (const path of [`/team/requirements/${id}`, `/team/clients/${clientId}`]) {
      const html = await visitor.read(path);
      for (const part of ["Olga Owner", mail, phone]) expect(html, path).toContain(part);
    }
    expect(await visitor.read(`/team/requirements/${id}`)).toContain("Who filed it");
    const line = await visitor.read(`/team/inbox/${item}`);
    for (const part of ["Olga Owner", `mailto:${encodeURIComponent(client.email)}?`, phone])
      expect(line).toContain(part);
    const replied = await visitor.post(`/team/inbox/${item}`, {
      intent: "wrote",
      kind: "reply",
      served: fieldOn(line, "served"),
    });
    expect(await visitor.read(replied.headers.get("location")!)).toMatch(/body=Dear%20Olga%20Owner/);
  });

  it("of a posting that became one is whoever sent that, and not who owns the company", async () => {
    const posting = await sendPosting(backend);
    const path = `/team/inbox/${posting.id}`;
    expect(await visitor.read(path)).toContain("Make a Requirement of It");
    const entries = { ...requirementEntries, client: clientId, recruiter: ben.userId };
    const made = (await visitor.post(`${path}/requirement`, entries)).headers.get("location")!;
    const after = await visitor.read(path);
    expect(after).not.toContain("Make a Requirement of It");
    expect(after).toContain(`<a href="${made}">The requirement made of it</a>`);
    const own = await visitor.read(made);
    expect(own).toContain(`mailto:${posting.email}`);
    expect(own).not.toContain(`mailto:${client.email}`);
    expectWords(own, "Named in the form (not proved)", "Filed by <bdi>Ann Archer</bdi>, of the team.");
    expect(own).not.toContain("Who filed it");
    // Who is in charge is what the company sees at once.
    expect(await (await signIn(client)).read("/client-dashboard")).toMatch(/id="recruiters"[^]*Ben Baker/);
  });
});

describe("making a requirement of a posting", () => {
  it("offers whoever does it as who is in charge, and keeps another choice", async () => {
    const { id } = await sendPosting(backend);
    const path = `/team/inbox/${id}/requirement`;
    expect(await visitor.read(path)).toContain(`<option value="${ann.userId}" selected="">Ann Archer</option>`);
    const wrong = visitor.post(path, { ...requirementEntries, location: "", recruiter: ben.userId });
    await expectPage(wrong, 400, `<option value="${ben.userId}" selected="">Ben Baker</option>`);
    const nobody = visitor.post(path, { ...requirementEntries, client: clientId, recruiter: "x" });
    await expectPage(nobody, 400, "Choose a colleague");
  });

  it("says when no company is called what was looked for", async () => {
    const { id } = await sendPosting(backend);
    const path = `/team/inbox/${id}/requirement`;
    expect(await visitor.read(`${path}?company=Zzyzx+Vwqj`)).toContain("No company is called “<bdi>Zzyzx Vwqj</bdi>”.");
    expect(await visitor.read(`${path}?company=Handed+Over`)).not.toContain("No company is called");
  });

  it("vouches for no address that a public form names, and whoever has it sees and hears who has filed it", async () => {
    const { id } = await sendPosting(backend, { contact_email: client.email, company: "Somebody's" });
    const line = await visitor.read(`/team/inbox/${id}`);
    expect(line).toContain("Other items with this address, number or company");
    expect(line).toContain("We can't check who fills in a public form: these may come from several senders.");
    const path = `/team/inbox/${id}/requirement`;
    const form = await visitor.read(path);
    expect(form).toContain(
      `<bdi>Handed Over Ltd</bdi> <span class="hint reason">One of its people has the address in the form. We can't check who filled it in.</span>`,
    );
    expect(form).toContain("We invite the address in the form to own it");
    for (const page of [line, form]) expect(page).not.toMatch(/sender's address|came from them/);
    const made = (await visitor.post(path, { ...requirementEntries, client: clientId })).headers.get("location")!;
    const as = await signIn(client);
    const own = made.replace("/team/", "/client-dashboard/");
    const page = await as.read(own);
    expect(page).toContain("Our team has filed this for your company, from a form of our public website.");
    const message = `<a href="${own}/messages">in a message</a>`;
    expect(page).toContain(
      `If none of you asked for it, tell us ${message}, or <a href="${own}/withdraw">withdraw it</a>.`,
    );
    expect(await as.read(`${own}/history`)).toContain("Filed by the team, from a form of the public website");
    const told = async () =>
      (await mailTo(backend.url, client.email))
        .filter(({ text }) => text.includes("We can't check who fills in a public form"))
        .map(({ links }) => links.map((link) => linkOn(site.url, link)));
    // Those of other postings may have come before.
    await expect.poll(told).toContainEqual([site.url + own]);
    // One that they have filed themselves says nothing of the kind.
    const filed = await file();
    expect(await as.read(`/client-dashboard/requirements/${filed.id}`)).not.toContain("Our team has filed this");
  });

  it("says in words of its own why a company is offered, whatever that is called", async () => {
    const fake = "Poster (the sender's address is one of its people's)";
    await signUpClient(backend, fake);
    const { id } = await sendPosting(backend, { company: "Poster" });
    expect(await visitor.read(`/team/inbox/${id}/requirement`)).toContain(
      `<bdi>${fake}</bdi> <span class="hint reason">Of a similar name. The team does not know it yet.</span>`,
    );
  });
});

describe("what comes twice", () => {
  it.each([
    ["a note", { intent: "note", kind: "call", body: "Rang twice" }],
    ["a mail that was written elsewhere", { intent: "wrote", kind: "reply" }],
  ])("%s is one, and from a page opened anew another", async (_, entries) => {
    const item = await sendMessage(backend, "Sent twice");
    const path = `/team/inbox/${item.id}`;
    const served = fieldOn(await visitor.read(path), "served");
    const posts = await Promise.all([1, 2].map(() => visitor.post(path, { ...entries, served })));
    expect(posts.map(({ status }) => status)).toEqual([303, 303]);
    expect(await countNotes(item.id)).toBe(1);
    let anew = served;
    await expect.poll(async () => (anew = fieldOn(await visitor.read(path), "served"))).not.toBe(served);
    await visitor.post(path, { ...entries, served: anew });
    expect(await countNotes(item.id)).toBe(2);
  });
});

it("what somebody has let go of is nobody's in every form of the page", async () => {
  const item = await sendMessage(backend, "Let go");
  const claim_expires_at = new Date(Date.now() - 60_000).toISOString();
  await service.from("inbox_items").update({ state: "open", assignee: ben.userId, claim_expires_at }).eq("id", item.id);
  const html = await visitor.read(`/team/inbox/${item.id}`);
  expectWords(html, "Whose: nobody", ">Take It</button>", '<option value="" selected="">Nobody</option>');
});

describe("who has left", () => {
  it("is named in the log and the timeline, and the page that removes them says what becomes of their work", async () => {
    const lea = await signUpTeamMember(backend, "recruiter", "Lea Leaver");
    const item = await sendMessage(backend, "Left behind");
    await lea.api.rpc("note_once", { item: item.id, kind: "call", body: "Rang", form: randomUUID() });
    await lea.api.rpc("give_item", { item: item.id, seen: item.version, person: ann.userId });
    const as = await signIn(admin);
    const removal = `/team/people/${lea.userId}/remove`;
    expect(await as.read(removal)).toContain("They have no open work.");
    await as.post(removal, { intent: "remove" });
    expect(await as.read("/team/activity")).toContain("<strong>Lea Leaver (has left)</strong>");
    const left = await visitor.read(`/team/inbox/${item.id}`);
    expect(left).toContain("Lea Leaver (has left)");
    // Nobody is given anything who has gone.
    expect(left).not.toContain(lea.userId);
  });
});

it("all times are those of one zone, which the page says", async () => {
  const { id } = await file();
  await service.from("requirement_events").update({ created_at: "2026-03-31T20:30:00Z" }).eq("requirement_id", id);
  const html = await visitor.read(`/team/requirements/${id}`);
  expect(html).toMatch(/<time dateTime="2026-03-31T20:30:00[^"]*">[^<]*(Apr 1|1 Apr)[^<]*2:00/);
  expect(html).toContain(footer.zone);
  expect(html).not.toMatch(/UTC/);
  const list = await (await (await signIn(admin)).ask("/team/export/requirements.csv")).text();
  expect(list).toContain(`"Created (${company.timeZone})"`);
  const { data } = await service.from("job_requirements").select("created_at").eq("id", id).single();
  expect(list).toContain(`"${toLocalTime(new Date(data!.created_at), company.timeZone).replace("T", " ")}"`);
});

it("words of ours are shown as words", async () => {
  const { id, item } = await file();
  const page = await visitor.read(`/team/requirements/${id}`);
  expect(page).toMatch(/<button [^>]*>In progress</);
  expect(page).toContain("<dd>Contract</dd>");
  await ann.api.rpc("change_requirement_status", { requirement: id, seen: 1, status: "in_progress" });
  expect(await visitor.read(`/team/inbox/${item}`)).not.toMatch(/>in_progress</);
});
