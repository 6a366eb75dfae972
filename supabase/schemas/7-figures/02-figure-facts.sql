-- What happened, each with its time: what the figures count, and what their rows list. Whatever is erased is no fact any more, and
-- no figure counts it (docs/decisions/figures.md).

-- What is counted, in the order in which it goes.
create function private.figure_measures() returns text[]
  language sql immutable set search_path = '' as $$
    select array['came', 'answered', 'in_time', 'applied', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'filled']
  $$;

-- By what it may be grouped.
create function private.figure_groupings() returns text[]
  language sql immutable set search_path = '' as $$ select array['recruiter', 'company', 'source'] $$;

-- One fact: when, how many seconds after its item or requirement had come, what it is about, who is in charge of that now, for
-- whom, and its group: the recruiter's id, the company's, or the way by which something came or a candidate's source.
create type private.figure_fact as (
  measure text, at timestamptz, seconds double precision, item_id uuid, requirement_id uuid, entry_id uuid, recruiter_id uuid,
  client_id uuid, group_key text
);

-- The indexes by time that they are found by; what came has its own (private.arrivals, 3-inbox/04-public-forms.sql).
create index requirement_events_status on public.requirement_events (created_at) include (requirement_id) where type = 'status';
create index candidate_consents_asked on public.candidate_consents (asked_at) include (entry_id) where entry_id is not null;
create index candidate_consents_given on public.candidate_consents (given_at) include (entry_id)
  where entry_id is not null and given_at is not null;
create index shortlist_answers_interviews on public.shortlist_answers (created_at) include (entry_id) where verdict = 'interview';
create index shortlist_entries_shown on public.shortlist_entries (shown_at) where shown_at is not null;
create index shortlist_entries_offered on public.shortlist_entries (offered_at) where offered_at is not null;
create index shortlist_entries_accepted on public.shortlist_entries (accepted_at) where accepted_at is not null;
create index shortlist_entries_joined on public.shortlist_entries (joined_on) where joined_on is not null;

-- The facts of some days, of some measures, with their groups; null for a fact that has none, and where they are not grouped.
--
-- What the team has filed itself waits for no answer. Of each entry the first question, the first yes and the first "interview"
-- count. What came and the steps are asked for apart, since each is planned anew, and what came is not kept for three measures:
-- one of them is asked for.
create function private.figure_facts(first_day date, until date, measures text[], grouping_by text)
  returns setof private.figure_fact
  language plpgsql stable security definer rows 20000 set search_path = '' set plan_cache_mode = force_custom_plan as $$
  #variable_conflict use_column
  declare
    since timestamptz := first_day::timestamp at time zone private.zone();
    before timestamptz := until::timestamp at time zone private.zone();
  begin
    if measures && array['came', 'answered', 'in_time'] then
      return query
        with arrived as not materialized (
          select arrival.* from private.arrivals as arrival where arrival.at >= since and arrival.at < before
        ), answered as not materialized (
          select arrived.*, answer.answered_at from arrived
            join private.first_answers as answer
              on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
            where arrived.way <> 'team'
        ), fact as (
          select 'came' as measure, arrived.at, null::double precision as seconds, arrived.item_id, arrived.requirement_id,
                 null::uuid as entry_id, arrived.recruiter_id, arrived.client_id, 'came:' || arrived.way as source
            from arrived where 'came' = any (measures)
          union all
          select told.measure, answered.at, extract(epoch from answered.answered_at - answered.at)::double precision, answered.item_id,
                 answered.requirement_id, null, answered.recruiter_id, answered.client_id, 'came:' || answered.way
            from answered
            join (values ('answered'), ('in_time')) as told (measure)
              on told.measure = any (measures) and (told.measure = 'answered' or answered.answered_at <= answered.at + answered.promised)
        )
        select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
               case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                                when 'company' then coalesce(fact.client_id::text, 'none')
                                when 'source' then fact.source end
          from fact;
    end if;
    if not measures <@ array['came', 'answered', 'in_time'] then
      return query
        with step as (
          select 'applied' as measure, entry.applied_at as at, entry.id as entry_id from public.shortlist_entries as entry
            where 'applied' = any (measures) and entry.applied_at >= since and entry.applied_at < before
          union all
          select 'asked', consent.asked_at, consent.entry_id from public.candidate_consents as consent
            where 'asked' = any (measures) and consent.asked_at >= since and consent.asked_at < before and consent.entry_id is not null
              and not exists (select from public.candidate_consents as earlier
                                where earlier.entry_id = consent.entry_id
                                  and (earlier.asked_at, earlier.id) < (consent.asked_at, consent.id))
          union all
          select 'agreed', consent.given_at, consent.entry_id from public.candidate_consents as consent
            where 'agreed' = any (measures) and consent.given_at >= since and consent.given_at < before and consent.entry_id is not null
              and not exists (select from public.candidate_consents as earlier
                                where earlier.entry_id = consent.entry_id
                                  and (earlier.given_at, earlier.id) < (consent.given_at, consent.id))
          union all
          select 'shown', entry.shown_at, entry.id from public.shortlist_entries as entry
            where 'shown' = any (measures) and entry.shown_at >= since and entry.shown_at < before
          union all
          select 'interview', answer.created_at, answer.entry_id from public.shortlist_answers as answer
            where 'interview' = any (measures) and answer.verdict = 'interview'
              and answer.created_at >= since and answer.created_at < before
              and not exists (select from public.shortlist_answers as earlier
                                where earlier.entry_id = answer.entry_id and earlier.verdict = 'interview'
                                  and (earlier.created_at, earlier.id) < (answer.created_at, answer.id))
          union all
          select 'offered', entry.offered_at, entry.id from public.shortlist_entries as entry
            where 'offered' = any (measures) and entry.offered_at >= since and entry.offered_at < before
          union all
          select 'accepted', entry.accepted_at, entry.id from public.shortlist_entries as entry
            where 'accepted' = any (measures) and entry.accepted_at >= since and entry.accepted_at < before
          union all
          select 'joined', entry.joined_on::timestamp at time zone private.zone(), entry.id from public.shortlist_entries as entry
            where 'joined' = any (measures) and entry.joined_on >= first_day and entry.joined_on < until
        ), fact as (
          select step.measure, step.at, greatest(0, extract(epoch from step.at - requirement.created_at))::double precision as seconds,
                 null::uuid as item_id, requirement.id as requirement_id, entry.id as entry_id, requirement.recruiter_id,
                 requirement.client_id,
                 'candidate:' || case when person.source is null then '' else lower(private.trimmed(person.source)) end as source
            from step
            join public.shortlist_entries as entry on entry.id = step.entry_id
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            left join public.candidates as person on grouping_by = 'source' and person.id = entry.candidate_id
          union all
          select 'filled', event.created_at, extract(epoch from event.created_at - requirement.created_at)::double precision, null,
                 requirement.id, null, requirement.recruiter_id, requirement.client_id, null
            from public.requirement_events as event
            join public.job_requirements as requirement on requirement.id = event.requirement_id and requirement.status = 'filled'
            where 'filled' = any (measures) and event.type = 'status' and event.created_at >= since and event.created_at < before
              and event.changes #>> '{status,1}' = 'filled'
              and not exists (select from public.requirement_events as later
                                where later.requirement_id = event.requirement_id and later.type = 'status'
                                  and (later.created_at, later.id) > (event.created_at, event.id))
        )
        select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
               case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                                when 'company' then coalesce(fact.client_id::text, 'none')
                                when 'source' then fact.source end
          from fact;
    end if;
  end $$;
