import type { OwnerSession } from "./database.ts";

// Requirements of one company, and what was said about them, as after so many months. Everything follows from numbers, so
// that two of the same size are alike.

type ThreadHeap = {
  clientId: string;
  requirements: number;
  /** How many of them have ten messages each. */
  threads: number;
  /** How many messages the first one has. */
  longest: number;
  /** Who writes, and reads: of the company and of the team. */
  member: string;
  recruiter: string;
};

const REQUIREMENTS = `
  insert into public.job_requirements
      (client_id, submitted_by, recruiter_id, job_title, job_type, location, required_skills, job_description,
       positions_count, status, created_at, updated_at)
    select $1, $2, $3, format('Welder of line %s', n), 'permanent', 'Pune', array['TIG', 'MIG'],
           'Two shifts, with a canteen and a bus from the station.', 1 + n % 9,
           (array['new', 'in_progress', 'filled', 'cancelled'])[1 + n % 4]::public.requirement_status,
           now() - n * interval '7 minutes', now() - n * interval '7 minutes'
      from generate_series(1, $4::integer) as n`;

/** The newest requirement has the longest thread; those after it have ten messages each, by turns of both sides. */
const MESSAGES = `
  insert into public.requirement_messages (requirement_id, client_id, author, side, body, created_at)
    select filed.id, filed.client_id, case when said % 2 = 0 then $2::uuid else $3::uuid end,
           case when said % 2 = 0 then 'client' else 'team' end,
           format('What we said as number %s: the plant opens on the first of May, please plan with that.', said),
           now() - interval '1 day' * place - interval '1 minute' * said
      from (select id, client_id, row_number() over (order by created_at desc, id desc) as place
              from public.job_requirements where client_id = $1) as filed
      cross join lateral generate_series(1, case when filed.place = 1 then $5::integer else 10 end) as said
      where filed.place <= $4::integer + 1`;

/** Of every third thread the newest three are unread, by both. */
const UNREAD = `
  insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
    select reader, thread.requirement_id, 3, thread.last_at - interval '3 minutes', thread.last_at
      from (select requirement_id, max(created_at) as last_at, row_number() over (order by requirement_id) as place
              from public.requirement_messages group by requirement_id) as thread
      cross join unnest(array[$1, $2]::uuid[]) as reader
      where thread.place % 3 = 0`;

/** Puts so many requirements and messages there, which nobody else is told of. */
export async function heapUpThreads(owner: OwnerSession, heap: ThreadHeap): Promise<void> {
  const { clientId, requirements, threads, longest, member, recruiter } = heap;
  await owner.query(REQUIREMENTS, [clientId, member, recruiter, requirements]);
  await owner.exec(`update public.crm_events set sent_at = now(), next_attempt_at = null where sent_at is null;
    alter table public.requirement_messages disable trigger user`);
  await owner.query(MESSAGES, [clientId, member, recruiter, threads, longest]);
  await owner.query(UNREAD, [member, recruiter]);
  await owner.exec("alter table public.requirement_messages enable trigger user");
  // As the server does by itself, at a time of its own.
  for (const table of ["job_requirements", "requirement_messages", "unread_messages", "inbox_items"]) {
    await owner.exec(`vacuum analyze public.${table}`);
  }
}
