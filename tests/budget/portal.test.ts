import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { clientPages, fileFull, makeBusy } from "../support/browser/client-pages.ts";
import { expectOneRoundTrip } from "../support/browser/cold-visit.ts";
import { makeDraftPages } from "../support/browser/draft-pages.ts";
import { Visitor } from "../support/http/visitor.ts";
import { actInTurn, type Act } from "../support/people/acts-in-turn.ts";
import { makeApplyingPages } from "../support/people/applying-pages.ts";
import { makeShownOften } from "../support/people/candidate-pages.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { makeKnown } from "../support/people/cast.ts";
import { companyPages, signUpCompany } from "../support/people/company.ts";
import { connect, signUpClient, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { openSharedSite } from "../support/services/processes.ts";

// The pages of companies and candidates: a cold visit to each fits one round trip, with as many rows as it shows at once.

const {
  site: { url },
  backend,
} = await openSharedSite();

/** Beside the owner, a member and a viewer. */
const COLLEAGUES =
  "Asha Rao, Bela Nagy, Carlos Lima, Dana Kim, Erik Sund, Fatima Zahra, Grace Otieno, Hannah Kowalski, Ira Sen, Joon Park, " +
  "Kiran Patel, Lotte de Vries, Mateus Reis, Nadia Fernandes, Omar Khan, Priya Menon, Ravi Kulkarni";
const DRAFTS = 20;
const SAID = [
  "Thank you, that is what we were looking for. When can the first two come for a talk?",
  "The night shift is paid a fifth more, and the bus from the station is free.",
  "We have moved the plant's opening to the first of May; please plan with that.",
  "Could you also tell us what the market pays for the second role, in Pune and in Nagpur?",
  "One of the candidates asks whether the canteen is open at night.",
];

/** A statement that files a requirement, of which a call to the Data API files one. @param title as SQL says it */
const fileOne = (title: string) =>
  `perform set_config('private.has_filed', '', true);
   insert into public.job_requirements (job_title, job_type, location, required_skills, job_description)
     values (${title}, 'contract', 'Pune', '{TIG}', 'Weld.');`;

/** The columns of a requirement that another is filed like. */
const COPIED =
  "job_type, department, location, remote_allowed, min_experience, max_experience, min_salary, max_salary, currency, " +
  "required_skills, preferred_skills, education_requirements, job_description, responsibilities, benefits, positions_count, " +
  "priority, expected_start_date, deadline, notes";

const doInTurn = (acts: Act[]) => actInTurn(backend.database, acts);

/** Does much of one person's, in one transaction. */
const doAs = (by: Person, block: string) => doInTurn([{ by, run: `do $$ ${block} $$` }]);

it("of a company's requirement and its dashboard", async () => {
  const owner = await signUpClient(backend, "Fern Logistics");
  const words = "Night-shift lead and four supervisors";
  const busy = await makeBusy(backend, owner, words);
  // More edits than the history shows at once, each of as much.
  await doAs(
    owner,
    `begin
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        select requirement_id, client_id, actor, side, type, changes || jsonb_build_object(
            'min_salary', jsonb_build_array(900000 + edit - 1, 900000 + edit),
            'location', jsonb_build_array((edit - 1) || ' ${words}', edit || ' ${words}'))
          from (select * from public.requirement_events
                  where requirement_id = '${busy}' and type = 'edited' order by created_at desc limit 1) as newest,
               generate_series(4, 60) as edit;
    end`,
  );
  const mails = new CandidateMails(backend);
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  for (let card = 0; card < 5; card += 1) {
    await mails.show(recruiter, busy, {
      full_name: `Asha Rao ${card}`,
      summary: `Eight years in shipyards ${card}. `.repeat(20),
    });
  }
  await mails.close();
  const full = await fileFull(owner, { job_title: "Supervisor of line 24" });
  await doAs(
    owner,
    `begin
      for number in 0..23 loop
        perform set_config('private.has_filed', '', true);
        insert into public.job_requirements (job_title, ${COPIED})
          select 'Supervisor of line ' || number, ${COPIED} from public.job_requirements where id = '${full}';
      end loop;
    end`,
  );
  const paths = [...Object.values(clientPages(busy)), "/client-dashboard?status=new"];
  const visitor = await Visitor.signedInAs(url, owner);
  await expectOneRoundTrip(url, paths, visitor);
  // Fifty lines: the five who were shown, and edits.
  const history = await visitor.read(clientPages(busy)["client-history"]!);
  expect(history.match(/Location from/g)).toHaveLength(45);
});

it("of the form of a requirement, whose scripts stand at its end and hold nothing up", async () => {
  const visitor = await Visitor.signedInAs(url, await signUpClient(backend, "Fern Logistics"));
  await expectOneRoundTrip(url, ["/submit-requirement"], visitor);
  const html = await visitor.read("/submit-requirement");
  const loaded = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+)"[^>]*>/g)];
  expect(loaded.map(([tag, path]) => [/^<script[^>]* type="module"/.test(tag), path])).toEqual([
    [true, expect.stringMatching(/\/main-/)],
    [true, expect.stringMatching(/\/requirement-form-/)],
  ]);
});

it("of a company with twenty people and five invitations", async () => {
  const people = await signUpCompany(backend, "Fern Logistics");
  const domain = `${randomUUID().slice(0, 8)}.example`;
  const owner = OwnerSession.of(backend.database);
  await owner.query(
    `with people as (
       insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         select gen_random_uuid(), lower(split_part(name, ' ', 1)) || '@' || $3, now(),
                jsonb_build_object('full_name', name)
           from unnest($2::text[]) as name
         returning id, raw_user_meta_data ->> 'full_name' as full_name)
     insert into public.client_members (user_id, client_id, access, full_name)
       select id, $1::uuid, 'member', full_name from people`,
    [people.clientId, COLLEAGUES.split(", "), domain],
  );
  await owner.close();
  await makeKnown(connect(backend.url, backend.keys.secret_key), people.clientId);
  for (const name of ["uma", "vera", "wim", "xenia", "yara"]) {
    await people.owner.api.rpc("invite_member", { address: `${name}@${domain}`, new_access: "viewer" });
  }
  const pages = companyPages(people.member);
  const visitor = await Visitor.signedInAs(url, people.owner);
  const html = await (await visitor.ask(pages["company"]!)).text();
  expect(html.split('value="access"')).toHaveLength(20);
  expect(html.split('value="revoke"')).toHaveLength(6);
  await expectOneRoundTrip(url, Object.values(pages), visitor);
});

it("of a company with as many drafts as there may be, above a whole page of requirements", async () => {
  const client = await signUpClient(backend, "Fern Logistics");
  const pages = await makeDraftPages(client, "Night-shift lead and four supervisors");
  await doAs(
    client,
    `begin
      for number in 1..${DRAFTS - 1} loop
        perform public.save_requirement_draft(draft => gen_random_uuid(), seen => 0, page => gen_random_uuid(),
          entries => jsonb_build_object('job_title', 'Fitter ' || number));
        ${fileOne("'Turner ' || number")}
      end loop;
    end`,
  );
  const visitor = await Visitor.signedInAs(url, client);
  const html = await (await visitor.ask(pages["dashboard"]!)).text();
  expect(html.match(/\/client-dashboard\/drafts\/[\da-f-]{36}\/delete/g)).toHaveLength(DRAFTS);
  expect(
    html.match(/<th scope="row" class="what"><a href="\/client-dashboard\/requirements\/[^>]*><bdi>(Turner|Night)/g),
  ).toHaveLength(DRAFTS);
  await expectOneRoundTrip(url, Object.values(pages), visitor);
});

it("of a thread, and of the dashboard with all that waits on it", async () => {
  const client = await signUpClient(backend, "Fern Logistics");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  await doAs(
    client,
    `begin
      for index in 2..25 loop
        ${fileOne("'Night-shift lead and ' || index || ' supervisors'")}
      end loop;
    end`,
  );
  const { data } = await client.api.from("job_requirements").select("id");
  const all = data!.map(({ id }) => id);
  const requirement = await fileRequirement(client, { job_title: "Night-shift lead and 26 supervisors" });
  const greet = [...all, requirement].map((id) => `perform public.post_message('${id}', 'Hello');`);
  await doAs(recruiter, `begin ${greet.join(" ")} end`);
  // More than the thread shows at once.
  await doInTurn(
    Array.from({ length: 30 }, (_, index) => ({
      by: index % 2 === 0 ? client : recruiter,
      run: `select public.post_message('${requirement}', '${SAID[index % 5]!.replaceAll("'", "''")} (${index})')`,
    })),
  );
  const company = await Visitor.signedInAs(url, client);
  for (const [visitor, path, rows] of [
    [company, "/client-dashboard", />\d+ new message/g],
    [company, `/client-dashboard/requirements/${requirement}/messages`, /class="words"/g],
    [await Visitor.signedInAs(url, recruiter), `/team/requirements/${requirement}/messages`, /class="words"/g],
  ] as const) {
    await expectOneRoundTrip(url, [path], visitor);
    expect([...(await (await visitor.ask(path)).text()).matchAll(rows)].length, path).toBeGreaterThanOrEqual(24);
  }
});

it("of a candidate with as many companies as somebody has who looks for long", async () => {
  const mails = new CandidateMails(backend);
  const words = "Night-shift lead and four supervisors for the new line of castings";
  const person = await makeShownOften(backend, mails, { words, times: 20 });
  const visitor = await mails.openOwnPage(url, person);
  const question = `/candidate/${await mails.questionToken(person)}`;
  await expectOneRoundTrip(
    url,
    [question, `${question}/code`, `${question}/not-me`, "/candidate", "/candidate/details", "/candidate/print"],
    visitor,
  );
  await expectOneRoundTrip(url, ["/candidate?said=asked"]);
  await mails.close();
});

it("of somebody who applies", async () => {
  const mails = new CandidateMails(backend);
  const words = "Night-shift lead of the new line of castings";
  const { pages, person, again } = await makeApplyingPages(backend, mails, words);
  await expectOneRoundTrip(url, Object.values(pages).slice(0, -1));
  await expectOneRoundTrip(url, [again], await mails.openOwnPage(url, person));
  await mails.close();
});
