import { beforeAll, expect, it } from "vitest";
import { expectOneRoundTrip } from "../../../support/browser/cold-visit.ts";
import { OwnerSession } from "../../../support/api/database.ts";
import { heapUp } from "../../../support/api/heap.ts";
import { makeShown, teamPages } from "../../../support/browser/team-pages.ts";
import { signUpTeamMember } from "../../../support/people/team.ts";
import { Visitor } from "../../../support/http/visitor.ts";
import type { CountedSite } from "./site.ts";

// The team's pages, each with as many rows as it shows at once.

/** One in ten is a requirement: more than a page of them. */
const LINES = 300;
/** An agency of some size: with whoever is there already, twenty. */
const COLLEAGUES =
  "Asha Rao, Bela Nagy, Carlos Lima, Dana Kim, Erik Sund, Fatima Zahra, Grace Otieno, Hannah Kowalski, Ira Sen, Joon Park, " +
  "Kiran Patel, Lotte de Vries, Mateus Reis, Nadia Fernandes, Omar Khan, Priya Menon, Ravi Kulkarni, Samir Haddad";
/** How many rows of which kind a page has, by the links in them. */
const ROWS: Record<string, [path: string, rows: number]> = {
  "team-inbox": ["/team/inbox/", 20],
  "team-inbox-sorted": ["/team/inbox/", 20],
  "team-inbox-searched": ["/team/inbox/", 20],
  "team-requirements": ["/team/requirements/", 25],
  "team-client": ["/team/requirements/", 25],
  "team-clients": ["/team/clients/", 25],
  "team-candidates": ["/team/candidates/", 25],
  "team-people": ["/team/people/", 20],
};

/** @param running whose team is as small as it should be: all of it is on one page */
export function describeBudget({ backend, site }: CountedSite): void {
  let visitor: Visitor;
  let pages: Record<string, string>;

  beforeAll(async () => {
    const owner = OwnerSession.of(backend.database);
    const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
    await owner.query(
      `with people as (
         insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
           select gen_random_uuid(), lower(split_part(name, ' ', 1)) || '@agency.example', now(),
                  jsonb_build_object('full_name', name)
             from unnest($1::text[]) as name
             -- Beside the one whom the scene names.
             limit 19 - (select count(*) from public.user_roles where role <> 'client')
           returning id)
       insert into public.user_roles (user_id, role) select id, 'recruiter' from people`,
      [COLLEAGUES.split(", ")],
    );
    await heapUp(owner, { count: LINES, people: [admin.userId, admin.userId], perOpen: 1, mark: "heap" });
    const words = { title: "Night-shift lead and four supervisors", company: "Fern Logistics", name: "Rea Recruiter" };
    const shown = await makeShown(backend, admin, words);
    await owner.query("update public.job_requirements set client_id = $1", [shown.client]);
    // More than a page of candidates, five of them on the requirement, as the agency promises.
    await owner.query(
      `with people as (
         insert into public.candidates (full_name, email, phone, headline, city, skills, notice_period, is_adult)
           select name, 'seeker' || place || '@seeker.example', '+91 98 5550 ' || 1000 + place, 'Production engineer, ' || place || ' years',
                  (array['Pune', 'Nashik', 'Kochi', 'Hosur'])[1 + place % 4], array['Lean manufacturing', 'PLC', 'Six Sigma'], place || ' days', true
             from unnest($1::text[]) with ordinality as listed (name, place)
           returning id)
       insert into public.shortlist_entries (requirement_id, candidate_id, code_word, pitch)
         select $2, id, 'Heron ' || 100 + row_number() over (), 'Has done this before, and wants to lead a shift.' from people limit 5`,
      [[...COLLEAGUES.split(", "), ...COLLEAGUES.split(", ").map((name) => `${name} the younger`)], shown.requirement],
    );
    await owner.close();
    pages = teamPages({ ...shown, word: "heap" });
    const { data } = await admin.api.from("inbox_items").select("id, version").limit(20);
    pages["team-several"] =
      `/team/inbox/several?act=done&${data!.map(({ id, version }) => `item=${id}.${version}`).join("&")}`;
    visitor = await Visitor.signedInAs(site.url, admin);
  });

  it("a cold visit to each fits one round trip, full of rows", () =>
    expectOneRoundTrip(site.url, Object.values(pages), visitor));

  it.each(Object.entries(ROWS))("%s is full", async (name, [path, rows]) => {
    const html = await (await visitor.ask(pages[name]!)).text();
    const links = [...html.matchAll(new RegExp(`href="(${path}[\\da-f-]{36})`, "g"))];
    expect(new Set(links.map(([, link]) => link)).size).toBe(rows);
  });
}
