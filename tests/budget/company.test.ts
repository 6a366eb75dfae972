import { afterAll, beforeAll, expect, it } from "vitest";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { makeKnown } from "../support/people/cast.ts";
import { companyPages, signUpCompany } from "../support/people/company.ts";
import { OwnerSession } from "../support/api/database.ts";
import { connect } from "../support/people/people.ts";
import { startSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

// A company's pages, with as many people and invitations as a large client has.

/** Beside the owner, a member and a viewer. */
const COLLEAGUES =
  "Asha Rao, Bela Nagy, Carlos Lima, Dana Kim, Erik Sund, Fatima Zahra, Grace Otieno, Hannah Kowalski, Ira Sen, Joon Park, " +
  "Kiran Patel, Lotte de Vries, Mateus Reis, Nadia Fernandes, Omar Khan, Priya Menon, Ravi Kulkarni";

let running: Awaited<ReturnType<typeof startSite>>;
let visitor: Visitor;
let pages: Record<string, string>;

beforeAll(async () => {
  running = await startSite({ LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
  const { backend, site } = running;
  const people = await signUpCompany(backend, "Fern Logistics");
  const owner = OwnerSession.of(backend.database);
  await owner.query(
    `with people as (
       insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         select gen_random_uuid(), lower(split_part(name, ' ', 1)) || '@fern.example', now(),
                jsonb_build_object('full_name', name)
           from unnest($2::text[]) as name
         returning id, raw_user_meta_data ->> 'full_name' as full_name)
     insert into public.client_members (user_id, client_id, access, full_name)
       select id, $1::uuid, 'member', full_name from people`,
    [people.clientId, COLLEAGUES.split(", ")],
  );
  await owner.close();
  await makeKnown(connect(backend.url, backend.keys.secret_key), people.clientId);
  for (const name of ["uma", "vera", "wim", "xenia", "yara"]) {
    await people.owner.api.rpc("invite_member", { address: `${name}@fern.example`, new_access: "viewer" });
  }
  pages = companyPages(people.member);
  visitor = await Visitor.signedInAs(site.url, people.owner);
});
afterAll(() => running.stop());

it("a cold visit to each fits one round trip, with twenty people and five invitations", async () => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const html = await (await visitor.ask(pages["company"]!)).text();
  expect(html.split('value="access"')).toHaveLength(20);
  expect(html.split('value="revoke"')).toHaveLength(6);
  const tooHeavy: Record<string, number> = {};
  for (const [name, path] of Object.entries(pages)) {
    const { bytes, head } = await coldVisit(running.site.port, path, cookie);
    expect(head, name).toMatch(/^HTTP\/1.1 200/);
    if (bytes > ONE_ROUND_TRIP) tooHeavy[name] = bytes;
  }
  expect(tooHeavy).toEqual({});
});
