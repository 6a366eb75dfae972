import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { FUNCTIONS, TABLES, VIEWS } from "../../support/api/matrix.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// What the team writes for itself: a company gets no word of it, by no page and no request.

const { backend, service, signIn } = await openSharedSite();

/** All rows of the Data API that an owner gets who asks for all of them; what they read nothing of, suites/matrix knows. */
async function rowsFor(api: SupabaseClient): Promise<string> {
  const tables = Object.keys(TABLES).filter((name) => TABLES[name]!.reads.owner);
  const names = [...tables, ...Object.keys(VIEWS).filter((name) => VIEWS[name]!.to.includes("owner"))];
  expect(names.length).toBeGreaterThan(5);
  return JSON.stringify(await Promise.all(names.map((name) => api.from(name).select("*"))));
}

/** What an owner is answered who asks for a line and a requirement by their ids; what they may not call, suites/matrix knows. */
async function answersFor(api: SupabaseClient, item: string, requirement: string): Promise<string> {
  const asked = ["dashboard_page", "owns_requirement", "requirement_frame"].map(
    (name) => [name, FUNCTIONS[name]!] as const,
  );
  const answers = asked.map(([name, { values }]) => {
    const known = { item, items: [item], requirement };
    const given = Object.entries(values()).map(([key, value]) => [key, known[key as keyof typeof known] ?? value]);
    return api.rpc(name, Object.fromEntries(given) as object);
  });
  return JSON.stringify(await Promise.all(answers));
}

it("a note is in the files of whoever may export, and in nothing that its company can ask for", async () => {
  const note = `They want two shifts ${randomUUID()}`;
  const client = await signUpClient(backend, "Vega Castings");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const exporter = await signUpTeamMember(backend, "hr_manager", "Hana Manager");
  const requirement = await fileRequirement(client);
  const { data } = await service.from("inbox_items").select("id").eq("requirement_id", requirement).single();
  const item = data!.id;
  const team = await signIn(recruiter);
  const noted = await team.post(`/team/inbox/${item}`, { intent: "note", kind: "call", body: note });
  expect(noted.status).toBe(303);
  expect(await team.read(`/team/inbox/${item}`)).toContain(note);

  const company = await signIn(client);
  const own = `/client-dashboard/requirements/${requirement}`;
  for (const path of ["/client-dashboard", own, `${own}/history`, "/submit-requirement"]) {
    // What a page is made of, of which it says no more.
    expect(await company.read(`${path}.data`), path).not.toContain(note);
  }
  for (const path of ["/team", `/team/inbox/${item}`, `/team/requirements/${requirement}`]) {
    const answer = await company.ask(`${path}.data`);
    expect(answer.status, path).toBe(404);
    expect(await answer.text()).not.toContain(note);
  }
  expect(await rowsFor(client.api as SupabaseClient)).not.toContain(note);
  expect(await answersFor(client.api as SupabaseClient, item, requirement)).not.toContain(note);
  // It is in a table, which whoever may not export does not read whole.
  const notesFor = async ({ api }: TeamPerson) => (await api.from("notes").select("body").eq("body", note)).data;
  expect([await notesFor(exporter), await notesFor(recruiter)]).toEqual([[{ body: note }], []]);
});
