import { randomUUID } from "node:crypto";
import type { CandidateMails } from "./candidate-people.ts";
import { signUpClient, type BackendAccess } from "./people.ts";
import { fileRequirement } from "./requirements.ts";

type Sent = Record<"sent" | "confirm", string>;

/** The pages of applying for a job that is full of words: of a company that is named there. */
export async function makeApplyingPages(access: BackendAccess, mails: CandidateMails, words: string) {
  const client = await signUpClient(access, words.slice(0, 170));
  const email = `${randomUUID()}@applicants.example`;
  const sent: Sent[] = [];
  let slug = "";
  // Of four jobs: one is pressed, one pressed and withdrawn, and two wait for the same mailbox.
  for (let job = 0; job < 4; job += 1) {
    const requirement = await fileRequirement(client);
    slug = `job-${requirement.slice(0, 8)}`;
    await mails.query(
      `insert into public.adverts (requirement_id, slug, title, place, country, work, body, is_named, opened_at, closes_on)
         values ($1, $2, $3, $3, 'India', 'permanent', $3, true, now(), private.today() + 20)`,
      [requirement, slug, words.slice(0, 200)],
    );
    const entries = {
      full_name: words.slice(0, 200),
      email,
      city: words.slice(0, 200),
      notice_period: words.slice(0, 100),
      skills: [words.slice(0, 100), "TIG"],
      is_adult: true,
    };
    const [made] = await mails.query<Sent>(
      `select answer ->> 'token' as sent, private.application_token(left(answer ->> 'token', 32)::uuid, 'confirm') as confirm
         from private.apply_for_job($1, gen_random_uuid(), $2::text::jsonb, true, false, 'en', null) as answer`,
      [slug, JSON.stringify(entries)],
    );
    sent.push(made!);
  }
  const [first, withdrawn, , last] = sent as [Sent, Sent, Sent, Sent];
  for (const { confirm } of [first, withdrawn]) {
    await mails.query("select private.confirm_application($1, '', false)", [confirm]);
  }
  const [gone] = await mails.query<{ entry: string; candidate: string }>(
    `update public.shortlist_entries set state = 'withdrawn'
       where id = (select entry_id from private.applications where id = left($1, 32)::uuid) returning id as entry, candidate_id as candidate`,
    [withdrawn.sent],
  );
  return {
    slug,
    /** Whose own page it is that leads to applying again. */
    person: { id: gone!.candidate, email },
    again: `/candidate/again/${gone!.entry}`,
    pages: {
      "page one": `/jobs/${slug}/apply`,
      "page two": `/jobs/apply/${last.sent}`,
      "page one again": `/jobs/apply/${last.sent}/again`,
      "the press": `/jobs/confirm/${last.confirm}`,
      "an application of somebody else's": `/jobs/confirm/${last.confirm}/not-me`,
      "a press that was made": `/jobs/confirm/${first.confirm}`,
      "no press": `/jobs/confirm/${"0".repeat(64)}`,
    },
  };
}
