set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."craft_query"(public.adverts);

DROP FUNCTION "private"."meant_jobs"(text);

CREATE OR REPLACE FUNCTION private.announce_application (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement uuid := (select known.requirement_id from public.shortlist_entries as known where known.id = entry);
  begin
    perform private.reopen_for_applicants(requirement);
    perform private.record_applicants(requirement, 'candidates_applied', array[entry]);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_due (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with open_requirement as materialized (
      select requirement_row.id from public.job_requirements as requirement_row
        where requirement_row.id = answer_due.requirement and requirement_row.status = any (private.open_statuses())),
    event as materialized (
      select happened.type, happened.side, happened.created_at from public.requirement_events as happened
        where happened.requirement_id = (select id from open_requirement)),
    done as materialized (
      select act.item_id, act.type, act.changes, act.created_at from public.inbox_items as item
        join public.item_events as act on act.item_id = item.id
        where item.requirement_id = (select id from open_requirement)),
    answered as (
      select max(answer.created_at) as at
        from (select event.created_at from event
                where event.type in ('status', 'candidates_shown') and event.side is distinct from 'company'
              union all
              select done.created_at from done
                where (done.type = 'answered'
                       or done.type <> 'undone' and done.changes -> 'state' ->> 1 in ('waiting', 'done'))
                  -- What was undone was no answer.
                  and not exists (select from done as undone
                    where undone.item_id = done.item_id and undone.type = 'undone'
                      and undone.changes -> 'state' ->> 0 = done.changes -> 'state' ->> 1
                      and undone.created_at between done.created_at and done.created_at + private.undo_lasts())) as answer),
    question as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from event
        left join lateral (
          select sent.came from public.job_requirements as requirement_row cross join lateral private.form_of(requirement_row) as sent
            where event.type = 'converted' and requirement_row.id = answer_due.requirement) as form on true
        where event.side = 'company' and event.type not in ('advert_named', 'advert_closed') or event.type = 'converted'
      union all
      select done.created_at, done.created_at from done where done.type = 'written')
    select min(question.since) + private.promised('requirement') from question
      where question.at > coalesce((select at from answered), '-infinity')
  $function$;

CREATE OR REPLACE FUNCTION private.cancel_answer (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text and mail.first_attempt_at is null;
    if not found and exists (select from public.mail_outbox as mail
                              where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.closer_of (
  requirement uuid
)
  RETURNS public.side
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select event.side from public.requirement_events as event
      where event.requirement_id = closer_of.requirement and event.type = 'advert_closed'
      order by event.created_at desc, event.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.craft_words (
  words text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(lexeme), '{}') from unnest(to_tsvector('simple', private.spaced_text(words)))
      where lexeme <> all (private.idle_job_words() || array['and', 'analyst', 'assistant', 'associate', 'chief', 'consultant', 'deputy',
              'engineer', 'engineering', 'excel', 'executive', 'fresher', 'head', 'helper', 'incharge', 'junior', 'lead', 'manager', 'ms',
              'office', 'officer', 'operator', 'or', 'senior', 'specialist', 'sr', 'staff', 'supervisor', 'technician', 'to', 'trainee',
              'with', 'worker'])
  $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted tsquery := private.job_query(words);
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(words, 400)) and wanted is null and private.search_query(words) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, private.kinds_of_work(advert.work) as kinds, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from private.open_adverts as advert
    ), found as (
      select job.* from jobs as job
        where job.is_found and (find_jobs.work is null or find_jobs.work = any (job.kinds))
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), newest as (
      select job.requirement_id, row_number() over (order by job.opened_at desc, job.requirement_id) as rank
        from jobs as job where not exists (select from found) order by rank limit 5
    )
    select jsonb_build_object(
        'region', private.searched_region(place),
        'open', (select count(*) from jobs), 'found', (select count(*) from found), 'page', asked_page,
        'jobs', (select coalesce(jsonb_agg(private.listed_job(advert) order by listed.rank), '[]')
                   from listed join public.adverts as advert on advert.requirement_id = listed.requirement_id),
        'newest', (select coalesce(jsonb_agg(private.listed_job(advert) order by newest.rank), '[]')
                     from newest join public.adverts as advert on advert.requirement_id = newest.requirement_id),
        'of_any_kind', (select count(*) from jobs as job where job.is_found),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from jobs as job cross join lateral unnest(job.kinds) as called (work)
                            where job.is_found group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).applied_at is not null and (private.taken_on_lately(entry) is not null or not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select private.read_words(word) as query
            union select private.term_query(form)
              from unnest(private.skill_forms(word)
                     || case when word ~ '^[a-z]{4,}ants?$' then array[regexp_replace(word, 'ants?$', 's'), regexp_replace(word, 'ants?$', 'ing')]
                             when word in ('delhi', 'dilli') then array['ncr']
                             when word in ('qc', 'qa') then array['quality control', 'quality assurance', 'quality inspector', 'quality']
                             when word = 'hr' then array['human resources']
                             when word = 'bpo' then array['call centre', 'call center', 'customer service'] else '{}' end) as form
              where form <> word) as part
      where part.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.jobs_like (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with craft as materialized (
      select called.title, called.title || called.skills as words, private.city_key((advert).place) as city,
             (select string_agg(quote_literal(word) || ':A', ' | ')::tsquery from unnest(called.title || called.skills) as word) as query
        from (select private.craft_words((advert).title) as title,
                     private.craft_words(array_to_string((advert).skills, ' ')) as skills) as called
    ), newest as (
      select listed.requirement_id, listed.title, listed.search, listed.place, listed.work, listed.opened_at
        from private.open_adverts as listed where listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    ), compared as (
      select newest.requirement_id, newest.opened_at, private.craft_words(newest.title) && craft.title as is_called_so,
             (select count(distinct word) from unnest(craft.words) as word
                where word = any (tsvector_to_array(ts_filter(newest.search, '{a}')))) as shared,
             private.city_key(newest.place) = craft.city as is_near, newest.work = (advert).work as is_same_work
        from craft join newest on newest.search @@ craft.query
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select compared.requirement_id, row_number() over (
                order by compared.is_called_so desc, compared.is_near desc, compared.shared desc, compared.is_same_work desc,
                         compared.opened_at desc) as place
              from compared where compared.is_called_so or compared.shared > 1 order by place limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.meant_jobs (
  typed    text,
  is_place boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(lower(left(typed, 400)), 200);
    wrong text;
    meant text;
    known text[];
  begin
    -- Where no word is to be mended, none is read.
    if mended ~ '[a-z]{4}' is not true then
      return mended;
    end if;
    select array_agg(distinct word) into known
      from (select advert.requirement_id from private.open_adverts as advert order by advert.opened_at desc limit 500) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
      cross join lateral regexp_split_to_table(
        lower(concat_ws(' ', advert.title, array_to_string(advert.skills, ' '), advert.place, advert.country)), '[^a-z]+') as word
      where length(word) > 3;
    if is_place then
      known := known || array(select distinct word from private.places as place cross join string_to_table(place.name, ' ') as word
                                where word ~ '^[a-z]{4}');
    end if;
    for wrong in
      select part from regexp_split_to_table(mended, '[^a-z]+') as part
        where length(part) between 4 and 30 and part <> all (known || private.idle_job_words()) limit 2
    loop
      select near into meant from private.near_words(wrong) as near where near = any (known)
        order by length(near) = length(wrong) desc, near limit 1;
      mended := case when meant is null then mended else regexp_replace(mended, '\m' || wrong || '\M', meant) end;
    end loop;
    return mended;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    state text;
    now_at integer;
  begin
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
    state := private.advert_state(advert);
    if state = 'open' and advert.closes_on = open_advert.closes_on then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif open_advert.closes_on is null or open_advert.closes_on <= private.today()
      or open_advert.closes_on > private.today() + 60 then
      raise exception 'last_day_out_of_reach' using errcode = 'PT422';
    end if;
    advert := private.to_open(advert);
    perform private.refuse_advert(advert, requirement_row);
    -- Whoever applies has to be somebody's to answer.
    perform private.assign_if_none(requirement);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          is_named = advert.is_named, named_by = advert.named_by,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    else
      perform private.record_advert_change(requirement_row, advert, array['closes_on']);
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || name) || ' | ' || quote_literal('@' || name || ' ') || ':*', ' | ')::tsquery
      from private.place_parts(left(place, 200)) as part cross join lateral unnest(private.same_place(part)) as name
  $function$;

CREATE OR REPLACE FUNCTION private.public_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    answer jsonb := private.find_jobs(words, place, work, page);
    meant_words text;
    meant_place text;
    around text;
    some_words text[];
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place, true);
    if (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200)) then
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      end if;
    end if;
    around := private.regions_around(place);
    if around is not null then
      other := private.find_jobs(words, around, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'near');
      end if;
    end if;
    if private.is_filled(left(words, 400)) and num_nonnulls(private.trimmed(left(place, 400)), work) > 0 then
      other := private.find_jobs(words, null, null, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'words');
      end if;
    end if;
    some_words := private.craft_words(left(words, 200));
    if cardinality(some_words) > 1 and words !~ '"|(^|\s)-' then
      other := private.find_jobs(array_to_string(some_words, ' or '), place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'some');
      end if;
    end if;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    advert := private.to_open(advert);
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.applicants_of(requirement_row.id), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then private.closer_of(requirement_row.id) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'total', (select count(*) from public.shortlist_entries as entry where entry.requirement_id = wanted.id and entry.state = 'applied'),
          -- Who is told as well when the job is over (private.tell_taken_on).
          'unshown', (select count(*) from public.shortlist_entries as entry
                        where entry.requirement_id = wanted.id and entry.applied_at is not null and entry.state in ('draft', 'asked', 'agreed')),
          'people', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
                'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
                'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
                'phone', person.phone, 'skills', person.skills,
                -- What somebody known has typed here otherwise than on their record.
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
                'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                            when exists (select from public.candidate_consents as consent
                                          where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                            and private.is_in_force(consent)) then 'other_card' end,
                'is_kept', private.has_keep_consent(person.id),
                'is_known', person.created_at < entry.applied_at,
                'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
                'is_never', private.matches_blocklist(person, wanted.client_id, domains.known),
                'near_names', nullif(private.near_names(person, private.company_name(wanted.client_id)), '{}'),
                'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
              from (select * from public.shortlist_entries as waiting
                      where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                      order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join (select private.domains_of(wanted.client_id) as known) as domains),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
                'told_at', case when entry.state = 'closed' and advertised.is_open
                                  and entry.turned_down_at > now() - private.applicant_answer_waits()
                             then entry.turned_down_at + private.applicant_answer_waits() end,
                'reason', entry.turned_down_reason,
                -- Those of one act have the same words, but for their names.
                'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
                order by entry.turned_down_at desc, entry.place, entry.id), '[]')
              from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
                      from (select * from public.shortlist_entries as listed
                              where listed.requirement_id = wanted.id and listed.turned_down_at is not null
                              order by listed.turned_down_at desc, listed.id limit 50) as over) as entry
              join public.candidates as person on person.id = entry.candidate_id),
          'taken_on', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name,
                'told_at', entry.taken_on_at + private.applicant_answer_waits()) order by entry.taken_on_at desc, person.full_name, entry.id), '[]')
              from (select known.id, known.candidate_id, private.taken_on_lately(known) as taken_on_at from public.shortlist_entries as known
                      where known.requirement_id = wanted.id and known.state in ('draft', 'agreed') and known.applied_at is not null) as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.taken_on_at is not null and advertised.is_open))
        from public.job_requirements as wanted
        cross join lateral (select exists (
          select from public.adverts as advert
            where advert.requirement_id = wanted.id and advert.opened_at is not null and advert.closed_at is null) as is_open) as advertised
        where wanted.id = read_applicants.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_applicants (
  requirement uuid,
  type        text,
  entries     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_team boolean := private.is_team_member();
  begin
    if record_applicants.type = 'candidates_applied' then
      update public.requirement_events as event
        set entry_ids = event.entry_ids || entries,
            changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(event.entry_ids || entries)),
                                         'last_at', jsonb_build_array(null, now()))
        where event.id = (select last.id from public.requirement_events as last
                            where last.requirement_id = record_applicants.requirement and last.type = record_applicants.type
                              and last.created_at >= private.today()::timestamp at time zone private.zone()
                            order by last.created_at desc, last.id desc limit 1);
      if found then
        return;
      end if;
    end if;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      select listed.id, listed.client_id, case when is_team then private.current_user_id() end, case when is_team then 'team'::public.side end,
             record_applicants.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))), false, entries
        from public.job_requirements as listed where listed.id = record_applicants.requirement;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_put_back (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare of_requirement record;
  begin
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (record_put_back.entries) group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.record_applicants(of_requirement.id, 'candidates_put_back', of_requirement.entries);
      perform private.reopen_for_applicants(of_requirement.id);
    end loop;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.regions_around (
  place text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg(distinct city.region, ', ') from private.places as city
      where city.region is not null
        and city.names && (array(select called from private.place_parts(left(place, 200)) as part
                                   cross join lateral unnest(private.same_place(part)) as called)
                           || array(select known.name from private.places_in(left(place, 200)) as known))
  $function$;

CREATE OR REPLACE FUNCTION private.reopen_for_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = reopen_for_applicants.requirement for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select listed.recruiter_id from public.job_requirements as listed where listed.id = reopen_for_applicants.requirement))) then
      perform private.reopen_item(reopen_for_applicants.requirement, 'applied', null);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.same_place (
  part text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select string_to_array(names, ',') from string_to_table(
        'uttar pradesh,up,u p,uttarpradesh;madhya pradesh,mp,m p,madhyapradesh;andhra pradesh,ap,andhra,andhrapradesh;'
        || 'himachal pradesh,hp,himachal;tamil nadu,tn,tamilnadu,tamizhagam;west bengal,wb,bengal,westbengal;'
        || 'uttarakhand,uttaranchal;odisha,orissa;kashmir,jammu and kashmir,j k;arunachal pradesh,arunachal;telangana,ts;'
        || 'netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part])
  $function$;

CREATE OR REPLACE FUNCTION private.searched_region (
  place text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when bool_and(part in ('delhi', 'new delhi', 'dilli', 'india')) and bool_or(part <> 'india') then 'Delhi NCR' end
      from private.place_parts(left(place, 200)) as part
  $function$;

CREATE OR REPLACE FUNCTION private.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement_row.id, null, 'taken_down');
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.taken_on_lately (
  entry public.shortlist_entries
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).applied_at is not null and (entry).state in ('draft', 'agreed') then (
        select max(event.created_at) from public.requirement_events as event
          where event.requirement_id = (entry).requirement_id and event.type = 'candidates_taken_on'
            and event.created_at > now() - private.applicant_answer_waits() and event.created_at >= (entry).applied_at
            and (entry).id = any (event.entry_ids)
            and not exists (select from public.candidate_consents as question
                              where question.entry_id = (entry).id and question.asked_at >= event.created_at)) end
  $function$;

CREATE OR REPLACE FUNCTION private.to_open (
  advert public.adverts
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if advert.closed_at is not null and private.closer_of(advert.requirement_id) = 'company' then
      advert.is_named := false;
      advert.named_by := null;
    end if;
    return advert;
  end $function$;

CREATE OR REPLACE FUNCTION private.told_entry (
  entry public.shortlist_entries
)
  RETURNS public.shortlist_entries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_populate_record(entry, coalesce(
      case when (entry).turned_down_at > now() - private.applicant_answer_waits() and (entry).state = 'closed'
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null, "turned_down_reason": null}'::jsonb
           when private.taken_on_lately(entry) is not null then '{"state": "applied", "card": null}' end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    taken_on_at timestamptz;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      taken_on_at := private.taken_on_lately(entry_row);
      -- What was opened anew since, may be another company's.
      if taken_on_at is null or exists (select from public.adverts as advert
            where advert.requirement_id = entry_row.requirement_id and advert.opened_at > taken_on_at) then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      delete from public.candidate_consents as made where made.entry_id = entry_row.id and made.given_at >= entry_row.applied_at;
      perform private.cancel_question(entry_row.id);
      update public.shortlist_entries as known set state = 'applied' where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      -- What was opened anew since, may be another company's.
      if exists (select from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id and advert.opened_at > entry_row.turned_down_at)
        or entry_row.state <> 'closed' or (entry_row.turned_down_at > now() - private.applicant_answer_waits()) is not true then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_application (
  entry_row public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.told_entry(entry_row)).state not in ('applied', 'draft') then
      return;
    end if;
    update public.candidate_consents as consent set withdrawn_at = now()
      where entry_row.id in (consent.applied_entry_id, consent.entry_id)
        and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = entry_row.candidate_id);
    update public.shortlist_entries as taken_back set state = 'withdrawn', turned_down_at = null, turned_down_words = null, turned_down_reason = null
      where taken_back.id = entry_row.id;
    if entry_row.state in ('draft', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    else
      perform private.record_applicants(entry_row.requirement_id, 'application_withdrawn', array[entry_row.id]);
    end if;
    perform private.settle_applicants(entry_row.requirement_id);
  end $function$;

CREATE OR REPLACE FUNCTION public.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_taken_on(entries) $function$;

REVOKE ALL ON FUNCTION "public"."undo_taken_on"(uuid[]) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."cancel_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closer_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."craft_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."meant_jobs"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_put_back"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."regions_around"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_for_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."same_place"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searched_region"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_on_lately"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_open"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_taken_on"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_taken_on"(uuid[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_taken_on"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_taken_on"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_taken_on"(uuid[]) TO "postgres";
