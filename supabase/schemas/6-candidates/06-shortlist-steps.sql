-- How far an entry has come, and by when a company answers (docs/decisions/candidates.md).

-- The states in which a company sees a card.
create function private.shown_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['shown', 'interview', 'offered', 'accepted', 'joined', 'declined'] $$;

-- The states of who was asked, and has not said no.
create function private.asked_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['asked', 'agreed'] || private.shown_states() $$;

-- The entries of whoever is in process: asked, or further, for a requirement that is open; accepted, or joined within a year.
create view private.entries_in_process as
  select entry.id, entry.candidate_id
    from public.shortlist_entries as entry
    left join private.open_requirements as listed on listed.requirement_id = entry.requirement_id
    where entry.state not in ('applied', 'draft', 'declined', 'withdrawn', 'closed')
      and case entry.state when 'accepted' then true
            when 'joined' then entry.joined_on > current_date - 365
            else listed.requirement_id is not null end;

-- A moment so many working days later, Monday to Friday where the agency is.
create function private.working_days_after(moment timestamptz, days integer) returns timestamptz
  language sql stable strict set search_path = '' as $$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone private.zone()
      from (select moment at time zone private.zone() as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $$;

-- By when a company answers about somebody who was shown to it.
create function private.answer_by(shown_at timestamptz) returns timestamptz
  language sql stable strict set search_path = '' as $$ select private.working_days_after(shown_at, 2) $$;

-- Does an entry wait for its company's answer? Of a requirement that is closed none does.
create function private.waits_for_company(entry public.shortlist_entries, status public.requirement_status) returns boolean
  language sql immutable set search_path = ''
  as $$ select (entry).state = 'shown' and (entry).answered_at is null and status = any (private.open_statuses()) $$;

-- Does a company want to meet somebody, by its pages or, as the team has noted, by telephone?
create function private.has_said_interview(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (entry).interview_at is not null
      or coalesce((select answer.verdict = 'interview' and answer.said_how is not null from public.shortlist_answers as answer
                     where answer.id = private.last_answer((entry).id) and (entry).answered_at is not null), false)
  $$;

-- How far somebody has come: asked, agreed, shown, interview, offered, joined; who has accepted has been offered; 0 for who was not asked, has said no, or was
-- taken back. A yes that has ended is none.
create function private.steps_of(entry public.shortlist_entries) returns integer
  language sql stable security definer set search_path = '' as $$
    select case when (entry).state = 'joined' then 6
                when (entry).state in ('offered', 'accepted') or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and private.has_said_interview(entry) then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_consent(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $$;

-- How many candidates of each of these requirements got at least how far, and since when the first of them waits for its
-- company: one count for every page, list and mail. Asked are also those who said no, and agreed is whoever ever did: a
-- company must not read a no off a number that falls. `shown` is all that the company sees.
create function private.count_candidates(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' set plan_cache_mode = force_generic_plan as $$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or 0 < (
          select count(*) from public.candidate_consents as question where question.entry_id = entry.id)),
        'agreed', count(*) filter (where entry.got >= 2 or 0 < (
          select count(question.given_at) from public.candidate_consents as question where question.entry_id = entry.id)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, requirement.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as requirement on requirement.id = kept.requirement_id
          -- Who has applied, and is not taken on, is none of its company's, nor whom that can be undone of.
          where kept.requirement_id = wanted.id and kept.state <> 'applied' and kept.turned_down_at is null
            and case when kept.applied_at is not null and kept.state in ('draft', 'agreed')
                  then private.taken_on_lately(kept) is null else true end) as entry on true
      group by wanted.id
  $$;

-- How many have applied for a requirement, the last of them when, how many wait for the team's answer, and by when the first of
-- them has it: for the team, beside those numbers.
create function private.applicant_counts(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'applied', count(*), 'applied_at', max(entry.applied_at), 'unanswered', count(*) filter (where entry.state = 'applied'),
        'unanswered_by', private.answer_by(min(entry.applied_at) filter (where entry.state = 'applied')))
      from public.shortlist_entries as entry
      where entry.requirement_id = applicant_counts.requirement and entry.applied_at is not null
  $$;

-- Of one requirement.
create function private.candidate_counts(requirement uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select counts from private.count_candidates(array[requirement]) $$;

-- Of those that the caller may see.
create function private.counts_for_reader(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' as $$
    select counted.requirement_id, counted.counts from private.count_candidates(requirements) as counted
      join public.job_requirements as requirement on requirement.id = counted.requirement_id
      where requirement.client_id = (select private.current_client_id()) or (select private.is_team_member())
  $$;
grant execute on function private.counts_for_reader to authenticated;
