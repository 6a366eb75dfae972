import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpClient } from "../../support/people/people.ts";
import { sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

const { backend, signIn } = await openSharedSite();
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const name = `Timber ${randomUUID().slice(0, 8)}`;
const client = await signUpClient(backend, name);
const team = await signIn(recruiter);
const company = await signIn(client);
await company.post("/submit-requirement", { ...requirementEntries, job_title: "Sawyer" });
const { data: own } = await client.api.from("clients").select("id").single();
const path = `/team/clients/${own!.id}`;

describe("a company's page", () => {
  it("notes a call, once, and shows it in one timeline with enquiries and what was filed", async () => {
    const { id } = await sendMessage(backend, "Can you start in May?", { company: name });
    const noted = { intent: "note", channel: "call", body: "Wants two by May" };
    await expectRedirect(team.post(path, noted), 303, path);
    await expectRedirect(team.post(path, noted), 303, path);
    const page = await team.read(path);
    expect(page.match(/Wants two by May/g)).toHaveLength(1);
    expectWords(page, "Call", "Filed", "Sawyer", `/team/inbox/${id}`, "Rea Recruiter");
  });

  it("refuses an empty note beside its field, and keeps the way it was said", async () => {
    await expectPage(team.post(path, { intent: "note", channel: "meeting", body: " " }), 400, "Enter what was said");
  });

  it("keeps terms for the team alone, on the version that was read", async () => {
    const edit = `${path}/edit`;
    const version = fieldOn(await team.read(edit), "version");
    const terms = {
      intent: "terms",
      fee: "8.33 %",
      replacement_days: "90 days",
      payment_days: "30",
      remarks: "",
      version,
    };
    await expectRedirect(team.post(edit, terms), 303, path);
    expectWords(await team.read(path), "8.33 %", "90 days");
    await expectPage(team.post(edit, { ...terms, fee: "12 %" }), 409, "12 %", "8.33 %");
    await expectPage(team.post(edit, { ...terms, payment_days: "a month" }), 400, "in days, at most 365", "a month");
    expectNoWords(await company.read("/client-dashboard/company"), "8.33 %", "Wants two by May");
  });
});

describe("the list of companies", () => {
  it("shows a line each with what is open, and keeps words and order together", async () => {
    const page = await team.read(`/team/clients?words=${encodeURIComponent(name)}&sort=open`);
    expectWords(page, name, "1 open", "1 person", 'name="sort" value="open"', "words=Timber");
    expectWords(await team.read("/team/clients?words=nobodyiscalledso"), "There is no such company");
  });
});
