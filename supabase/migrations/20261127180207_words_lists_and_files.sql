set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "stamp_update" ON "public"."adverts";

DROP INDEX "public"."adverts_search";

DROP INDEX "public"."consultation_requests_newest";

DROP INDEX "public"."contact_submissions_newest";

DROP INDEX "public"."public_job_submissions_newest";

DROP FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."job_words"(text);

DROP FUNCTION "private"."read_applicants"(uuid, integer);

DROP FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid);

DROP FUNCTION "private"."record_withdrawal"(public.shortlist_entries, boolean, boolean);

DROP FUNCTION "private"."reminders_of"(uuid);

DROP FUNCTION "private"."request_row_fill"(text, regclass, text, text);

DROP FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."read_applicants"(uuid, integer);

CREATE OR REPLACE FUNCTION private.answers_about (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
               'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
               'released_at', answer.released_at, 'created_at', answer.created_at, 'noted', private.note_of(answer),
               'undo_until', case when answer.undo_until > now() then answer.undo_until end)
               order by answer.created_at desc, answer.id desc), '[]')
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = answers_about.entry
  $function$;

CREATE OR REPLACE FUNCTION private.applicant_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'applied', count(*), 'applied_at', max(entry.applied_at), 'unanswered', count(*) filter (where entry.state = 'applied'),
        'unanswered_by', private.answer_by(min(entry.applied_at) filter (where entry.state = 'applied')))
      from public.shortlist_entries as entry
      where entry.requirement_id = applicant_counts.requirement and entry.applied_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.application_answer_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'outcome', case when entry.state is null or entry.state = 'closed' or over.reason is not null then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state
                     when entry.state <> 'closed' then case when entry.is_by_mail then 'sent' else 'shown' end end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        -- Whoever is shown has said yes to the company by name.
        'company', case when entry.state = any (private.shown_states()) then private.company_name(requirement.client_id)
                        else private.applied_company(entry) end,
        'words', entry.turned_down_words, 'reason', over.reason,
        'is_kept', private.forgotten_at(person.id) is null,
        'jobs', case when entry.state = 'closed' and advert.requirement_id is not null then (
          select jsonb_agg(jsonb_build_object('title', other.job -> 'title', 'place', other.job -> 'place', 'slug', other.job -> 'slug')
                           order by other.place)
            from jsonb_array_elements(private.jobs_like(advert)) with ordinality as other (job, place)) end,
        'recruiter', contact - 'email', 'reply_to', contact -> 'email', 'token', private.candidate_token(person.id, person.link_issue)))
      from public.candidates as person
      left join public.shortlist_entries as entry on entry.id = ((mail).ids ->> 'entry')::uuid
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      left join public.adverts as advert on advert.requirement_id = entry.requirement_id
      cross join private.recruiter_contact(requirement.recruiter_id) as contact
      -- Why, where it was the job that was over: also of whoever was taken on, and not shown before it was.
      cross join lateral (select case when entry.state = 'closed' then entry.turned_down_reason
                                      when entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                                        then case when requirement.status = 'filled' then 'filled' else 'closed' end end as reason) as over
      where person.id = coalesce(entry.candidate_id, ((mail).ids ->> 'candidate')::uuid)
        and person.email = private.normal_address((mail).address) and coalesce(entry.state, 'closed') not in ('applied', 'withdrawn')
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.applications_of (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('count', count(*) over (), 'job_title', requirement.job_title, 'state', entry.state,
                              'shown_at', entry.shown_at, 'applied_at', entry.applied_at, 'turned_down_at', entry.turned_down_at,
                              'is_application_withdrawn', private.is_withdrawn_application(entry),
                              'is_disowned', coalesce((private.last_question(entry.id)).is_disowned, false),
                              'answered_at', coalesce(entry.turned_down_at, case when entry.state <> 'applied' then (
                                select max(event.created_at) from public.requirement_events as event
                                  where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                                    and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids)) end))
      from public.shortlist_entries as entry join public.job_requirements as requirement on requirement.id = entry.requirement_id
      where entry.candidate_id = candidate and entry.applied_at is not null
      order by entry.applied_at desc, entry.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.apply_state (
  caller     uuid,
  item       public.inbox_items,
  next_state public.inbox_state,
  due        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    holder uuid := private.holder_of(item);
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and item.state <> 'waiting' then now() + interval '7 days' else item.due_at end);
  begin
    if next_state = item.state and next_due = item.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if item.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then private.claim_end(item.requirement_id) else claim_expires_at end end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, case when next_state = item.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> item.state then jsonb_build_array(item.state, next_state) end,
          'due_at', case when next_due <> item.due_at then jsonb_build_array(item.due_at, next_due) end)));
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[],
  words   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    asked_count integer := 0;
  begin
    perform private.lock_entries(entries);
    perform private.lock_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.state = 'asked';
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      perform private.refuse_asking(entry_row, person);
      perform private.refuse_question(person);
      perform private.freeze_card(entry_row, person);
      perform private.put_question(person, 'show', entry_row.id, words);
      perform private.assign_if_none(entry_row.requirement_id);
      asked_count := asked_count + 1;
    end loop;
    return asked_count;
  end $function$;

CREATE OR REPLACE FUNCTION private.by_requirement (
  entries uuid[]
)
  RETURNS TABLE (
    id         uuid,
    applicants uuid[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select entry.requirement_id, array_agg(entry.id order by entry.id) from public.shortlist_entries as entry
      where entry.id = any (entries) group by entry.requirement_id order by entry.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_conditions (
  filter public.candidate_filter
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select concat(
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($1).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($1).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($1).pay_currency' end, ')') end,
        case (filter).process
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end)
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words'
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over'
                     when (mail).ids ? 'taken_back' then 'taken_back' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over for them they know what the advert said.
        'job_title', coalesce(case when (mail).ids ?| array['over', 'taken_back'] then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ?| array['over', 'taken_back'] then private.company_name(requirement.client_id) end,
        'recruiter', contact - 'email', 'reply_to', contact -> 'email',
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = shown.requirement_id
      cross join private.recruiter_contact(requirement.recruiter_id) as contact
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'consent' then exists (select from public.candidate_consents as consent
                   where consent.id = ((mail).ids ->> 'consent')::uuid and private.is_in_force(consent))
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 when (mail).ids ? 'taken_back' then shown.state = 'closed' and not private.has_open_answer(shown.id, true)
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
                 else shown.state = any (private.shown_states()) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_query (
  words  text,
  city   text,
  filter public.candidate_filter
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    part tsquery;
    skills tsquery;
    all_of tsquery;
    -- Words, a place or skills in which there is no word find nobody: no word of any row is like this one.
    nobody constant tsquery := quote_literal('<')::tsquery;
  begin
    for part in
      select case when (filter).any_skill then private.skill_words_query(skill) else private.skill_query(skill) end
        from unnest((filter).skills) with ordinality as listed (typed, place) cross join lateral left(listed.typed, 200) as skill
        where private.is_filled(skill) order by place limit 12
    loop
      skills := coalesce(case when (filter).any_skill then skills || part else skills && part end, skills, part);
    end loop;
    foreach part in array array[
      coalesce(private.search_query(words), case when private.is_filled(words) then nobody end),
      coalesce(private.place_query(city), case when private.is_filled(city) then nobody end),
      coalesce(skills, case when private.is_filled(array_to_string((filter).skills, '')) then nobody end),
      case when (filter).notice_days is not null then
        (quote_literal('<' || (filter).notice_days) || case when (filter).with_unknown then ' | ''<?''' else '' end)::tsquery end]
    loop
      all_of := coalesce(all_of && part, all_of, part);
    end loop;
    return all_of;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_by'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'channel', note.channel, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest', 'former_company'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(private.entry_record(entry) order by entry.created_at), '[]')
                      from public.shortlist_entries as entry where entry.candidate_id = person.id),
        'enquiries', (select coalesce(jsonb_agg(
                        private.form_of_item(item) - array['id', 'form_id', 'written_by', 'client_id', 'suspect', 'flood']
                        order by item.created_at), '[]')
                        from private.item_candidates as made join public.inbox_items as item on item.id = made.item_id
                        where made.candidate_id = person.id and private.made_of(item.id) is null),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and private.is_candidate_mail(mail.template)))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_page (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  room        integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
  begin
    if query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($2)',
        private.candidate_conditions(filter),
        case when found is not null then ' and candidate.id = any ($3)' when query is not null then ' and candidate.search @@ $4' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($5, $6)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $7')
      using filter, private.listed_for(requirement), found, query, before_at, before_id, room;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidates_waiting_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since', 'asked_by', counts.all_of_them ->> 'answer_by',
        'reply_to', private.recruiter_contact(requirement.recruiter_id) -> 'email'))
        || private.outlook_of(requirement) - array['answer_by', 'deadline']
      from public.job_requirements as requirement
      join public.client_members as member
        on member.client_id = requirement.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(requirement.id) as all_of_them) as counts
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.card_reveals_identity (
  person   public.candidates,
  card     jsonb,
  pitch    text,
  is_blind boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select position(private.fold_text((person).email) in typed.words) > 0
      -- The last nine digits of a number, whatever stands between them.
      or exists (
        select from unnest(private.phone_numbers_in((person).phone)) as dialled
          cross join lateral unnest(array[typed.words, private.unspelled(typed.words)]) as words
          where position(right(ltrim(dialled, '+0'), 9) in regexp_replace(private.latin_digits(words), '[^0-9]', '', 'g')) > 0)
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.company_key((person).employer) in private.company_key(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.fold_text((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.fold_text(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean,
  act    uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    wanted record;
    item public.inbox_items;
  begin
    for wanted in select * from private.seen_versions(items, seen) loop
      select * into item from public.inbox_items where id = wanted.id for update;
      item_id := wanted.id;
      if item.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = item.id) then
        outcome := 'changed';
      elsif item.version is distinct from wanted.version then
        outcome := 'stale';
      elsif private.leaves_applicants(item, state) then
        outcome := 'applicants';
      else
        if gives then
          perform private.apply_assignee(caller, item, person);
        else
          perform private.apply_state(caller, item, state, null);
        end if;
        perform private.record_act(act, caller, item);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_converted (
  caller uuid,
  source public.inbox_items
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = coalesce(private.holder_of(close_converted.source), caller)
      where id = source.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    is_disowned boolean := exists (select from public.candidate_consents as consent
                                     where entry in (consent.entry_id, consent.applied_entry_id) and consent.is_disowned
                                       and consent.closed_at is null);
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    if entry_row.id is null or entry_row.state in ('withdrawn', 'closed') then
      return;
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
      if is_disowned then
        perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry], true, ended_by => 'disowned');
      end if;
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where entry in (consent.entry_id, consent.applied_entry_id) and consent.closed_at is null and consent.refused_at is null
        and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null, begins_on = null where ended.id = entry;
    if entry_row.state = any (private.shown_states()) then
      perform private.record_withdrawal(entry_row, is_own, is_rule, is_disowned);
    elsif is_own and entry_row.state = 'agreed' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    elsif is_disowned and entry_row.state in ('asked', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], true, ended_by => 'disowned');
    elsif is_rule then
      perform private.reopen_item(entry_row.requirement_id);
    end if;
    if entry_row.state = 'joined' then
      perform private.count_joined(entry_row.requirement_id, true);
    end if;
    if not is_own then
      perform private.tell_taken_back(entry_row);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_expired_adverts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expired uuid;
    applicants uuid[];
  begin
    for expired in select advert.requirement_id from public.adverts as advert
                     where advert.opened_at is not null and advert.closed_at is null and advert.closes_on < private.today()
                     order by advert.requirement_id loop
      begin
        perform from public.job_requirements as requirement where requirement.id = expired for no key update skip locked;
        continue when not found or not exists (
          select from public.adverts as advert where advert.requirement_id = expired and advert.closes_on < private.today());
        applicants := private.lock_applicants(expired);
        perform private.turn_down(expired, array(
          select entry.id from public.shortlist_entries as entry
            where entry.id = any (applicants) and private.answer_by(entry.applied_at) < now()), null, 'closed');
        if private.applicants_of(expired) = 0 then
          perform private.close_answered_advert(expired);
        end if;
      exception when others then
        raise warning 'the advert of % is not closed: %', expired, sqlerrm;
      end;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.company_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select private.without_umlauts(private.plain_company_name(name)) $function$;

CREATE OR REPLACE FUNCTION private.company_name_parts (
  name text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(
      select part from string_to_table(trim(private.blank_signs(replace(private.straight_apostrophes(name), '''', ''))), ' ')
          with ordinality as split (part, place)
        where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc', 'corp',
                                 'corporation', 'company', 'co', 'the', 'of'])
        order by place)
  $function$;

CREATE OR REPLACE FUNCTION private.company_traces (
  requirement public.job_requirements,
  words       text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select private.blank_signs(words) as plain, private.fold_text(words) as folded, normalize(words, NFKC) as written,
             private.blank_signs((requirement).job_title || ' ' || array_to_string((requirement).required_skills, ' ')) as trade),
    called as materialized (
      select distinct replace(private.blank_signs(private.plain_company_name(named)), ' ', '') as letters,
             private.company_name_parts(named) as parts
        from private.known_company_names(requirement) as known
          cross join lateral unnest(array[known, private.joined_text(known)]) as named),
    -- What stands before and behind an "and" is a name each.
    halves as (
      select string_to_array(half, ' ') as parts
        from called cross join lateral regexp_split_to_table(array_to_string(parts, ' '), ' and ') as half),
    domains as materialized (select unnest(private.domains_of((requirement).client_id)) as domain),
    sought as (
      select letters from called where length(letters) > 3
      union select array_to_string(array_remove(parts, 'and'), '') from called where 'and' = any (parts)
      -- A second word that is not of the trade, where the first is everybody's.
      union select case when not private.is_common_word(parts[1]) then parts[1]
                        when not private.is_common_word(parts[2]) and position(parts[2] in typed.trade) = 0 then parts[2]
                        else parts[1] || parts[2] end from halves, typed
      -- The last part of a domain but its ends ("in", "co.in") that others have not.
      union select replace(label, '-', '') from domains
        cross join lateral (select label from string_to_table(domain, '.') with ordinality as labels (label, place)
                              where place < cardinality(string_to_array(domain, '.')) and length(label) > 3
                                and not private.is_common_word(label)
                              order by place desc limit 1) as named
      union select replace(private.blank_signs(person.full_name), ' ', '')
        from (select client.full_name from public.clients as client where client.id = (requirement).client_id
              union select member.full_name from public.client_members as member where member.client_id = (requirement).client_id) as person
        where private.blank_signs(person.full_name) ~ ' [^ ]{2,} (.* )?[^ ]{2,} '),
    -- A name of two or three letters, and the first letters of a longer one, as they are written.
    initials as (
      select upper(letters) as pattern from called where length(letters) between 2 and 3
      union
      select string_agg(upper(left(part, 1)), '[. ]{0,2}' order by place)
        from called cross join lateral unnest(array_remove(parts, 'and')) with ordinality as listed (part, place)
        group by called.parts having count(*) > 2 and lower(string_agg(left(part, 1), '' order by place)) <> all (string_to_array(
          'api,cnc,vmc,sap,erp,sql,php,css,aws,bpo,kpo,ceo,cfo,cto,cad,cam,plc,gst,gcp,crm,seo,tig,mig,ppe,mep,hvac,iti,ncr,uae,usa,ksa,'
          'mba,bca,mca,msc,bsc,bed,gnm,anm,bls,als,icu,opd,ppc,smm,etl,sdk,ios,pmp,iso,sop,kpi,dcs,llb,cma,acca', ','))
      union
      select upper(left(parts[1], 1)) || ' ?(?:&|[Aa]nd|AND) ?' || upper(left(parts[3], 1))
        from called where cardinality(parts) = 3 and parts[2] = 'and')
    select array(
      select (regexp_match(typed.plain, private.spelling_of(sought.letters)))[1] from typed, sought
        where length(sought.letters) > 3 and typed.plain ~ private.spelling_of(sought.letters)
      union select domain from typed, domains where position(domain in typed.folded) > 0
      union select (regexp_match(typed.written, '(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])'))[1] from typed, initials
        where typed.written ~ ('(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])')
      order by 1)
  $function$;

CREATE OR REPLACE FUNCTION private.contact_had_at (
  entry    public.shortlist_entries,
  ended_at timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select min(opening.opens_at)
      from public.shortlist_answers as answer
      cross join lateral (select coalesce(answer.undo_until, answer.created_at) as opens_at) as opening
      where not private.is_opened(entry) and answer.entry_id = (entry).id and answer.verdict = 'interview' and answer.former is null
        and answer.said_how is null and opening.opens_at <= coalesce(ended_at, now())
        and not exists (select from public.shortlist_answers as later
                          where later.entry_id = (entry).id and later.verdict <> 'interview'
                            and later.created_at > answer.created_at and later.created_at < answer.undo_until)
  $function$;

CREATE OR REPLACE FUNCTION private.count_found_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    -- Of a search it would be a second one.
    if (filter).process is not distinct from 'free' and private.candidate_query(words, city, filter) is null
      and private.has_many_free(filter, requirement) then
      counted := 1001;
    else
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $function$;

CREATE OR REPLACE FUNCTION private.count_joined (
  requirement uuid,
  was_joined  boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.job_requirements as requirement
      set positions_filled = counted.filled
      from (select known.id, case when was_joined and known.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(known.positions_filled, joined.persons) end as filled
              from public.job_requirements as known
              cross join (select count(*)::integer as persons from public.shortlist_entries as entry
                            where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
              where known.id = count_joined.requirement) as counted
      where requirement.id = counted.id and requirement.positions_filled <> counted.filled
  $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  filter public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    caller uuid := private.require_team();
    recruiter uuid := private.wanted_recruiter(filter, caller);
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (filter.status is null or open.status = filter.status)
                  and (filter.priority is null or open.priority = filter.priority)
                  and (filter.whose is null
                       or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
                  and (filter.client is null or open.client_id = filter.client)
                group by open.work_group) as counted);
  end $function$;

CREATE OR REPLACE FUNCTION private.counted_arrivals (
  before      timestamp with time zone,
  since       timestamp with time zone,
  until       timestamp with time zone,
  grouping_by text
)
  RETURNS TABLE (
    key             text,
    came            bigint,
    answered        bigint,
    in_time         bigint,
    times           double precision[],
    came_before     bigint,
    answered_before bigint,
    in_time_before  bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_column
  begin
    return query
      with answered as (
        select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
          from private.arrived_requirements as arrived
          left join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at = arrived.at and not arrived.is_filed_by_team
              and answer.came_at >= before and answer.came_at < until
          where arrived.at >= before and arrived.at < until
        union all
        select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
          from private.arrived_enquiries as arrived
          left join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at = arrived.at
              and answer.item_id = answer.subject and answer.came_at >= before and answer.came_at < until
          where arrived.at >= before and arrived.at < until
      ), arrival as (
        select answered.at >= since as is_now, date_part('epoch', answered.answered_at - answered.at) as seconds,
               answered.answered_at <= answered.at + answered.promised as is_in_time,
               case grouping_by when 'recruiter' then answered.recruiter_id when 'company' then answered.client_id end as group_id,
               case when grouping_by = 'source' then answered.way end as way
          from answered
      )
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end,
             count(*) filter (where arrival.is_now), count(arrival.seconds) filter (where arrival.is_now),
             count(*) filter (where arrival.is_now and arrival.is_in_time), array_agg(arrival.seconds) filter (where arrival.is_now),
             count(*) filter (where not arrival.is_now), count(arrival.seconds) filter (where not arrival.is_now),
             count(*) filter (where not arrival.is_now and arrival.is_in_time)
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way));
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      -- What of the open requirements in their charge is looked up once: whom their company has answered about, and who was asked.
      with own as materialized (
        select entry.id, entry.requirement_id, entry.state, entry.answered_at, entry.next_on, waiting.is_answered
          from private.open_requirements as open_requirement
          join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id
          cross join lateral (
            select entry.answered_at is not null and entry.state not in ('withdrawn', 'closed')
              and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')) as is_answered)
            as waiting
          where open_requirement.recruiter_id = holder
            and (sections && array['calls', 'asked'] and entry.state = 'asked' or 'answers' = any (sections) and waiting.is_answered)
      ), asked as (
        select own.id, own.requirement_id, own.next_on, question.asked_at, question.call_wanted_at, question
          from own cross join lateral private.last_question(own.id) as question where own.state = 'asked'
      )
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select own.id, own.requirement_id, own.answered_at
                from own where 'answers' = any (sections) and own.is_answered
                order by own.state <> 'interview', own.answered_at, own.id limit 100) as answered
        cross join lateral (
          select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
            order by answer.created_at desc, answer.id desc limit 1) as last
      union all
      -- Until they have answered, or somebody has spoken with them since.
      (select 'calls', asked.call_wanted_at, 0, asked.id, null, null, asked.requirement_id, holder, 0
         from asked
         where 'calls' = any (sections) and asked.call_wanted_at is not null and private.question_state(asked.question) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = asked.id and talk.channel is not null and talk.created_at > asked.call_wanted_at)
         order by asked.call_wanted_at, asked.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', asked.asked_at, 0, asked.id, null, null, asked.requirement_id, holder, 0
         from asked
         where 'asked' = any (sections) and asked.next_on is null and asked.asked_at < now() - interval '2 days'
           and (asked.asked_at < now() - interval '4 days' or private.working_days_after(asked.asked_at, 2) < now())
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = asked.id and talk.created_at > now() - interval '4 days'
                 and private.working_days_after(talk.created_at, 2) > now())
         order by asked.asked_at, asked.id limit 100);
    -- Of a job that is filled nobody may be in charge any more.
    return query
      select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
             entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.shortlist_entries as entry
        join public.job_requirements as requirement on requirement.id = entry.requirement_id
        where sections && array['begins', 'starting'] and entry.begins_on <= private.today() + 7
          and coalesce(requirement.recruiter_id, entry.added_by) = holder
        order by entry.begins_on, entry.id limit 100;
    return query
      select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.shortlist_entries as entry
        where 'steps' = any (sections) and entry.next_by = holder and entry.next_on <= private.today()
        order by entry.next_on, entry.id limit 100;
    return query
      select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null::uuid, person.id, null::uuid, null::uuid, holder, 0
        from public.candidates as person
        where 'steps' = any (sections) and person.next_by = holder and person.next_on <= private.today()
        order by person.next_on, person.id limit 100;
    return query
      select 'agreed', consent.given_at, 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
        cross join lateral (
          select min(yes.given_at) as given_at from public.candidate_consents as yes
            where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
        where 'agreed' = any (sections) and open_requirement.recruiter_id = holder and private.has_consent(entry)
        order by consent.given_at, entry.id limit 100;
    return query
      select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.candidate_consents as consent
        cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                              where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
        join private.open_requirements as open_requirement
          on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
        where 'refused' = any (sections) and consent.entry_id is not null
          and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
          and consent.tell_at is null and consent.reconsidered_at is null
        group by entry.id, entry.requirement_id order by 2, 4 limit 100;
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id, holder,
             unread_message.unread
        from public.unread_messages as unread_message
        where 'messages' = any (sections) and unread_message.user_id = holder
        order by unread_message.last_at desc, unread_message.requirement_id limit 100;
    -- Until when the first of them is to be answered: to be dealt with in that order. Where nobody is in charge, they are everybody's.
    return query
      select 'applied', private.answer_by(min(entry.applied_at)), 0, null::uuid, null::uuid, null::uuid, entry.requirement_id, holder, count(*)::integer
        from public.shortlist_entries as entry
        join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
          and (open_requirement.recruiter_id = holder or not private.is_team(open_requirement.recruiter_id))
        where 'applied' = any (sections) and entry.state = 'applied'
        group by entry.requirement_id order by min(entry.applied_at), entry.requirement_id limit 100;
    return query
      select 'waiting', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'waiting' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.waits_for = 'team'
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
    return query
      select 'candidates', min(entry.shown_at), 0, null::uuid, null::uuid, null::uuid, entry.requirement_id, holder, count(*)::integer
        from public.shortlist_entries as entry
        join private.open_requirements as open_requirement
          on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
        where 'candidates' = any (sections) and entry.state = 'shown' and entry.answered_at is null
          and entry.shown_at < now() - interval '2 days'
          and (entry.shown_at < now() - interval '4 days' or private.answer_by(entry.shown_at) < now())
        group by entry.requirement_id order by 2, 7 limit 100;
    return query
      select 'deadline', grouped_requirement.deadline_at, 0, null::uuid, null::uuid, null::uuid, grouped_requirement.requirement_id, holder, 0
        from private.grouped_requirements as grouped_requirement
        where 'deadline' = any (sections) and grouped_requirement.recruiter_id = holder
          and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
        order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100;
    return query
      select 'empty', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'empty' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.status = 'in_progress'
          and not exists (select from public.shortlist_entries as entry
                           where entry.requirement_id = open_requirement.requirement_id
                             and entry.state not in ('applied', 'withdrawn', 'closed', 'declined', 'accepted', 'joined'))
          and (select count(*) from public.shortlist_entries as entry
                 where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
            < (select requirement.positions_count from public.job_requirements as requirement
                 where requirement.id = open_requirement.requirement_id)
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
    return query
      select 'silent', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'silent' = any (sections) and open_requirement.recruiter_id = holder
          and open_requirement.last_word_at < private.silent_since()
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_address (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
    made uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    if exists (select from public.candidate_consents as asked
                where asked.id = (private.link_of(token)).consent_id and asked.how = 'phone_link') then
      perform private.disown_number(token);
      return;
    end if;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id for update;
    perform private.lock_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id);
    insert into private.disowned_mailboxes as known (subject, id, address_digest, records)
      values ((private.disowned_subjects(person.email))[1], gen_random_uuid(), private.subject_of(person.email),
              array(select twin.id from public.candidates as twin where twin.email = person.email order by twin.id))
      on conflict (subject) do update
        set created_at = now(), id = excluded.id, address_digest = excluded.address_digest, records = excluded.records
      returning known.id into made;
    update public.candidate_consents set is_disowned = true
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    for entry in select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = any (records) order by entry_row.id loop
      perform private.close_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox
      where private.mailbox_of(address) = any (array(select private.mailbox_of(twin.email) from public.candidates as twin where twin.id = any (records)))
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry', 'application']);
    delete from public.mail_outbox
      where template = 'application_confirm' and private.applicant_mailbox(address) = private.applicant_mailbox(person.email);
    perform private.end_disowned(array(
      select sent.id from private.applications as sent
        where sent.confirmed_at is null and private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email)));
    perform private.enqueue_mail('candidate_disowned', 'disowned.' || gen_random_uuid(), jsonb_build_object('mailbox', made),
                                 address => person.email);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_number (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    digest text;
    number text;
    records uuid[];
    asked public.candidate_consents;
  begin
    select sent.number_digest, (select listed from unnest(private.world_numbers(person.phone)) as listed
                                  where private.number_digest(listed) = sent.number_digest)
      into digest, number
      from public.candidate_consents as sent join public.candidates as person on person.id = sent.candidate_id
      where sent.id = (private.link_of(token)).consent_id;
    records := array(select private.records_at(number));
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     where joined.candidate_id = any (records) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as known where known.id = any (records) order by known.id for update;
    perform private.lock_link(token);
    insert into private.disowned_mailboxes (subject) values (digest) on conflict (subject) do nothing;
    for asked in select * from public.candidate_consents as consent
                   where consent.number_digest = digest
                     and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                   order by consent.entry_id loop
      update public.candidate_consents set is_disowned = true where id = asked.id;
      perform private.close_entry(asked.entry_id, false);
    end loop;
    update public.candidates as known
      set phone = nullif(array_to_string(array(
            select dialled from unnest(private.phone_numbers_in(known.phone)) as dialled
              where private.world_number(dialled) is distinct from number), ', '), '')
      where known.id = any (records) and number = any (private.world_numbers(known.phone));
  end $function$;

CREATE OR REPLACE FUNCTION private.draw_slug (
  title text,
  place text
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select wanted.slug
      from (select trim(both '-' from regexp_replace(private.fold_text(title || ' ' || place), '[^a-z0-9]+', '-', 'g')) as words) as named
      cross join lateral (
        select string_agg(substr('bcdfghjkmnpqrstvwxz', 1 + floor(random() * 19)::integer, 1), '') as drawn
          from generate_series(1, 4), generate_series(1, 20) as try where words is not null group by try) as tries
      cross join lateral (
        select concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn) as slug) as wanted
      where not exists (select from public.adverts as known where known.slug = wanted.slug)
      limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry   public.shortlist_entries,
  domains text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'next', private.next_step((entry).next_on, (entry).next_words, (entry).next_by),
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'applied_at', (entry).applied_at, 'turned_down_at', (entry).turned_down_at,
        'is_application_withdrawn', private.is_withdrawn_application(entry),
        -- By when its company is asked to answer, while it has not.
        'answer_by', case when (entry).state = 'shown' and (entry).answered_at is null then private.answer_by((entry).shown_at) end,
        'opened_to', case when private.is_opened(entry) then
          jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
        'asked_at', question.asked_at, 'reminders', private.reminders_of(question),
        -- What they were asked last, where it is still open: by which link, whether the caller has that, and since when they want
        -- to be rung first.
        'question', case when (entry).state = 'asked' and question.id is not null and question.closed_at is null then jsonb_build_object(
          'is_by_phone', question.how = 'phone_link', 'asker_words', question.asker_words,
          'has_link', question.how = 'phone_link' and question.asked_by = private.current_user_id(),
          'asked_by', (select colleague.display_name from public.team_members as colleague where colleague.user_id = question.asked_by),
          'call_wanted_at', question.call_wanted_at) end,
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce(question.is_disowned, false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', question.reconsidered_at is not null,
        -- Was that asked at another address or number than those we know now?
        'is_moved', question.id is not null and not private.is_still_theirs(question),
        'is_never', private.matches_blocklist(person, requirement.client_id, domains),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed')
                        then private.near_names(person, private.company_name(requirement.client_id)) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', private.answers_about((entry).id))
      || private.shown_card(entry)
      from public.candidates as person
      join public.job_requirements as requirement on requirement.id = (entry).requirement_id
      cross join private.last_question((entry).id) as question
      where person.id = (entry).candidate_id
  $function$;

CREATE OR REPLACE FUNCTION private.entry_record (
  entry_row public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    -- Version and time of a change would tell of an answer that is not told yet.
    select to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
        - case when private.is_application(entry_row) then 'requirement_id' else '' end
        || jsonb_build_object(
          'job_title', requirement.job_title, 'company', private.asked_company(private.last_question(entry.id), requirement))
        -- Of what they have applied for they know the advert, and its company where that has named itself.
        || case when private.is_application(entry_row) then (
             select jsonb_build_object('job_title', advert.title, 'company', private.applied_company(entry_row))
               from public.adverts as advert where advert.requirement_id = entry_row.requirement_id) else '{}' end
        || jsonb_build_object(
          -- What they have typed that their record says otherwise.
          'typed_otherwise', (select jsonb_agg(typed) from jsonb_array_elements(private.typed_otherwise(entry_row)) as typed
                                where not typed ? 'email'),
          'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                       where opened.entry_id = entry.id),
          'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                         'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                         -- They are the company's until they are let go, and the form says so.
                         'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                         'created_at', answer.created_at) order by answer.created_at), '[]')
                       from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.former is null))
      from private.told_entry(entry_row) as entry
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.export_account (
  account uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.personal_part(to_jsonb(person)) || jsonb_build_object(
        'role', (select user_role.role from public.user_roles as user_role where user_role.user_id = person.id),
        'team_member', (select to_jsonb(colleague) from public.team_members as colleague
                         where colleague.user_id = person.id),
        'notifications', (select to_jsonb(chosen) from public.notification_settings as chosen
                           where chosen.user_id = person.id),
        'waiting_company', (select to_jsonb(waiting) from private.waiting_profiles as waiting
                             where waiting.user_id = person.id),
        'membership', (select to_jsonb(member) from public.client_members as member where member.user_id = person.id),
        'client', (select to_jsonb(client) - 'search' from public.clients as client
                    join public.client_members as member on member.client_id = client.id
                    where member.user_id = person.id),
        'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
          from public.job_requirements as requirement
          join public.client_members as member on member.client_id = requirement.client_id
          where member.user_id = person.id),
        -- Whom they invited is others' data.
        'invited', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                              order by sent.created_at), '[]')
          from public.invitations as sent where sent.invited_by = person.id),
        'written_down', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                   order by sent.created_at), '[]')
          from public.contact_submissions as sent where sent.written_by = person.id),
        'activity', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.created_at), '[]')
          from public.activity_log as entry where person.id in (entry.actor, entry.subject, entry.other)),
        'sign_in', private.sign_in_records(person.id))
      from auth.users as person where person.id = account
  $function$;

CREATE OR REPLACE FUNCTION private.export_candidates (
  words     text,
  city      text,
  filter    public.candidate_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone,
    applications          jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('candidates');
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at, private.applications_of(kept.id)
      from private.candidates_page(words, city, filter, null, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_person (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    log_entries jsonb;
  begin
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'select jsonb_agg(private.personal_part(to_jsonb(kept)) order by created_at)
                 from auth.audit_log_entries as kept where private.is_about(payload::jsonb, $1, $2)'
        into log_entries using wanted, accounts;
    end if;
    return jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(to_jsonb(received) order by received.created_at), '[]')
        from public.invitations as received where received.email = wanted or received.accepted_by = any (accounts)),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('requirement_id', said.requirement_id, 'body', said.body,
                                                                'created_at', said.created_at)
                                             order by said.created_at), '[]')
        from public.requirement_messages as said where said.author = any (accounts)),
      'requirement_drafts', (select coalesce(jsonb_agg(to_jsonb(begun) order by begun.created_at), '[]')
        from public.requirement_drafts as begun where begun.author = any (accounts)),
      'companies', (select coalesce(jsonb_agg(jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                                                 'full_name', client.full_name, 'phone', client.phone)
                                              order by client.created_at), '[]')
        from public.clients as client where client.id in (select private.companies_named_after(wanted, accounts))),
      'team_contacts', (select coalesce(jsonb_agg(to_jsonb(colleague)), '[]')
        from public.team_members as colleague
        where lower(colleague.contact_email) = wanted and colleague.user_id <> all (accounts)),
      'candidates', (select coalesce(jsonb_agg(private.candidate_record(person.id) order by person.created_at), '[]')
        from public.candidates as person where person.id in (select private.candidates_of(wanted))),
      'applications', (select coalesce(jsonb_agg(to_jsonb(sent) - array['requirement_id', 'form_id'] order by sent.created_at), '[]')
        from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted) and private.is_same_mailbox(sent.email, wanted)),
      'import_rows', (select coalesce(jsonb_agg(to_jsonb(typed.cells) order by typed.import_id, typed.place), '[]')
        from private.import_rows as typed where private.is_row_of(typed, wanted)),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.export_account(account)), '[]') from unnest(accounts) as account))
      || private.export_forms_of(wanted) || private.export_inbox_of(wanted, accounts);
  end $function$;

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb,
    applicants         jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('requirements');
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields),
           private.applicant_counts(requirement.id)
      from private.requirements_page(private.current_user_id(), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.figure_facts (
  first_day   date,
  until       date,
  measures    text[],
  grouping_by text
)
  RETURNS SETOF private.figure_fact
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20000
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    since timestamptz := month::timestamp at time zone private.zone();
    found json;
  begin
    with counted_step as (
      select case when grouping(fact.group_key) = 1 then 'all' else fact.group_key end as key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), step as (
      select counted_step.key, sum(counted_step.facts) as facts,
             json_object_agg(counted_step.measure,
                             json_build_array(counted_step.facts, round(counted_step.median), counted_step.facts_before)) as numbers
        from counted_step group by counted_step.key
    ), counted as (
      select *, coalesce(arrived.came + arrived.answered + arrived.in_time, 0) + coalesce(step.facts, 0) as all_facts
        from private.counted_arrivals(first_day::timestamp at time zone private.zone(), since,
                                      end_day::timestamp at time zone private.zone(), grouping_by) as arrived
        full join step using (key) where key is not null
    ), listed as materialized (
      select counted.* from counted
        where counted.key <> 'all' and (group_key is null or counted.key = group_key)
        order by counted.all_facts desc, counted.key collate "C" limit most
    ), told as (
      select shown.key, shown.all_facts,
             case when shown.numbers is null then of_arrivals.numbers
                  else (shown.numbers::jsonb || of_arrivals.numbers::jsonb)::json end as numbers
        from (select * from listed union all select * from counted where counted.key = 'all') as shown
        cross join lateral (
          select round(percentile_cont(0.5) within group (order by taken.seconds))::bigint as median
            from unnest(shown.times) as taken (seconds)) as of_times
        cross join lateral (
          select json_strip_nulls(json_build_object(
              'came', case when shown.came + shown.came_before > 0 then to_json(array[shown.came, null, shown.came_before]) end,
              'answered', case when shown.answered + shown.answered_before > 0 then
                to_json(array[shown.answered, of_times.median, shown.answered_before]) end,
              'in_time', case when shown.in_time + shown.in_time_before > 0 then
                to_json(array[shown.in_time, null, shown.in_time_before]) end)) as numbers) as of_arrivals
    )
    select json_build_object(
        'totals', coalesce((select told.numbers from told where told.key = 'all'), '{}'),
        'groups', (select coalesce(json_agg(json_build_object('key', told.key, 'name', company.company_name, 'numbers', told.numbers)
                                            order by told.all_facts desc, told.key collate "C"), '[]')
                     from told
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and told.key not in ('all', 'none') then told.key::uuid end
                     where told.key <> 'all'),
        'group_count', (select count(*) from counted where counted.key <> 'all'))
      into found;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
  words      text,
  place      text,
  work       text,
  page       integer,
  takes_some boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    pay record := private.wanted_pay(words);
    terms tsquery[] := array(select private.job_word_query(word) from unnest(private.job_words(pay.others)) as word);
    weights integer[] := array(select 1 + least(cardinality(private.craft_words(word)), 1) from unnest(private.job_words(pay.others)) as word);
    wanted tsquery := case when takes_some then (select string_agg('(' || term::text || ')', ' | ')::tsquery from unnest(terms) as term)
                           else private.job_query(pay.others) end;
    -- The words as whole ones: for a "car driver" a driver comes before a carpenter.
    wholes tsquery[] := array(select replace(term::text, ''':*', '''')::tsquery from unnest(terms) as term);
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(pay.others, 400)) and wanted is null and private.search_query(pay.others) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at, advert.search,
             somewhere is null or advert.search @@ somewhere as is_there,
             -- Of some of the words nobody asks where else they are.
             case when has_no_word or takes_some and not (somewhere is null or advert.search @@ somewhere) then 0
                  when pay.yearly is not null and advert.requirement_id not in (
                    select paying.requirement_id from public.adverts as paying
                      where paying.tells_pay and paying.pay_currency = 'INR'
                        and private.yearly_pay(coalesce(paying.max_pay, paying.min_pay), paying.pay_unit) >= pay.yearly) then 0
                  when takes_some and advert.search @@ wanted then (
                    select sum(term.weight) from unnest(terms, weights) as term (query, weight) where advert.search @@ term.query)
                  else (wanted is null or advert.search @@ wanted)::integer end as share
        from private.open_adverts as advert
    ), matching as materialized (
      select job.requirement_id, job.opened_at, private.kinds_of_work(job.work) as kinds,
             coalesce((ts_rank('{0,0,0,1}', job.search, wanted) > 0)::integer, 0)
               + (select count(*) from unnest(wholes) as whole where ts_rank('{0,0,0,1}', job.search, whole) > 0) as likeness
        from jobs as job
        where job.is_there and job.share > 0 and job.share = (select max(best.share) from jobs as best where best.is_there)
    ), found as (
      select matching.* from matching where find_jobs.work is null or find_jobs.work = any (matching.kinds)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.likeness desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), anywhere as (
      select job.place, job.search from jobs as job where job.share > 0 and (find_jobs.work is null or find_jobs.work = any (private.kinds_of_work(job.work)))
    ), spots as materialized (
      select most.place, private.job_place_query(most.place) as query
        from (select job.place from anywhere as job group by job.place order by count(*) desc, job.place limit 8) as most
    ), counted as (
      select min(spot.place) as place, (select count(*) from anywhere as job where job.search @@ spot.query) as jobs from spots as spot
        group by spot.query
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
        'of_any_kind', (select count(*) from matching),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from matching cross join lateral unnest(matching.kinds) as called (work) group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from counted as spot),
        'remote', (select count(*) from anywhere as job where job.search @@ (select private.place_query('home'))),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_members (
  words text
)
  RETURNS TABLE (
    user_id      uuid,
    client_id    uuid,
    full_name    text,
    phone        text,
    email        text,
    company_name text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    found as materialized (
      (select member.user_id from caller
        join public.client_members as member
          on private.searchable_name(member.full_name, member.phone) @@ private.search_query(words)
        where caller.id is not null limit 50)
      union
      select person.id from caller cross join private.people_by_address(words) as person (id) where caller.id is not null)
    select member.user_id, member.client_id, member.full_name, member.phone, person.email, client.company_name
      from found
      join public.client_members as member on member.user_id = found.user_id
      join auth.users as person on person.id = member.user_id
      join public.clients as client on client.id = member.client_id
      order by member.full_name, member.user_id limit 6
  $function$;

CREATE OR REPLACE FUNCTION private.first_company_word (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select rtrim(substring(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', '')))
                           from '[[:alnum:]]{3,}'), 's')
  $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with wanted as materialized (
      select private.search_query(words) as query
    ), named as materialized (
      -- Those with somebody who has a word of it: their people count. Of all others the company's own words are enough.
      select distinct member.client_id from wanted
        join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ private.any_of(wanted.query)
    )
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
      where client.id not in (select named.client_id from named)
    union all
    select client.id from wanted cross join named join public.clients as client on client.id = named.client_id
      cross join lateral (
        select string_agg(concat_ws(chr(10), member.full_name, member.phone), chr(10)) as words
          from public.client_members as member where member.client_id = client.id) as people
      where (client.search || private.words_of(people.words)) @@ wanted.query
    union all
    select member.client_id from private.people_by_address(words) as person (id)
      join public.client_members as member on member.user_id = person.id
  $function$;

CREATE OR REPLACE FUNCTION private.give_line (
  requirement uuid,
  before      uuid,
  recruiter   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
    holder uuid;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    holder := private.holder_of(item);
    if item.state in ('new', 'open', 'waiting') and private.is_team(recruiter)
      and (holder is null or holder = before or holder = caller) then
      recruiter := private.receiver_of(recruiter);
      update public.inbox_items as line set assignee = recruiter, claim_expires_at = null, last_activity_at = now()
        where line.id = item.id;
      if item.assignee is distinct from recruiter then
        insert into public.item_events (item_id, actor, type, person) values (item.id, caller, 'given', recruiter);
      end if;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_requirements (
  requirements uuid[],
  seen         integer[],
  person       uuid
)
  RETURNS TABLE (
    requirement_id uuid,
    outcome        text,
    job_title      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    wanted record;
    requirement public.job_requirements;
  begin
    perform private.lock_team(person);
    perform from public.job_requirements as requirement_row where requirement_row.id = any (requirements) order by requirement_row.id for no key update;
    perform from public.inbox_items as item where item.requirement_id = any (requirements) order by item.id for update;
    for wanted in select * from private.seen_versions(requirements, seen) loop
      select * into requirement from public.job_requirements as requirement_row where requirement_row.id = wanted.id;
      requirement_id := wanted.id;
      job_title := requirement.job_title;
      if requirement.id is null then
        outcome := 'gone';
      elsif requirement.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif requirement.version is distinct from wanted.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = requirement.id;
        perform private.log_activity('recruiter_named', 'requirement', requirement.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_many_free (
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare has_many boolean;
  begin
    filter.process := null;
    execute concat('select count(*) > 1000 from (select from public.candidates as candidate where candidate.id <> all ($2)',
        private.candidate_conditions(filter),
        ' and candidate.id not in (select entry.candidate_id from public.shortlist_entries as entry'
        ' where entry.state not in (''applied'', ''draft'', ''declined'', ''withdrawn'', ''closed'')) limit 1001) as free')
      into has_many using filter, private.listed_for(requirement);
    return has_many;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_search_signs (
  words text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(private.fold_text(left(words, 400)) ~ '"|(^|\s)-|(^|\s)or(\s|$)', false)
  $function$;

CREATE OR REPLACE FUNCTION private.hold_own_requirement (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.hold_requirement(requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_requirement (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return requirement_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.holder_of (
  item public.inbox_items
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when private.is_team((item).assignee) and ((item).claim_expires_at <= now()) is not true then (item).assignee end
  $function$;

CREATE OR REPLACE FUNCTION private.job_names()
  RETURNS TABLE (
    word  text,
    names text[],
    wider text[]
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    values ('hr', array['human resource', 'human resources'], '{}'::text[]),
      ('bpo', array['call centre', 'call center'], array['customer service']),
      ('fulltime', array['full time'], '{}'), ('parttime', array['part time'], '{}'),
      ('remote', array['work from home', 'working from home', 'wfh'], '{}'),
      ('delhi', '{}', array['ncr']), ('dilli', '{}', array['ncr']),
      ('qc', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality']),
      ('qa', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality'])
  $function$;

CREATE OR REPLACE FUNCTION private.job_place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with countries as materialized (
      select 'india' as name
      union -- Of each country once, and not of each job.
      select private.place_parts(known.country)
        from (select distinct advert.country from private.open_adverts as listed
                join public.adverts as advert on advert.requirement_id = listed.requirement_id) as known
    ), parts as materialized (
      select part.name, exists (select from countries where concat(' ', part.name, ' ') like concat('% ', countries.name, ' %')) as is_country,
             coalesce(private.place_query(part.name) || case when part.name in ('delhi', 'new delhi', 'dilli') then private.place_query('ncr') end,
                      private.place_query(part.name)) as query
        from private.narrowest_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
  $function$;

CREATE OR REPLACE FUNCTION private.job_query (
  words text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    parts text[];
    word text;
    all_of tsquery;
    wanted tsquery;
  begin
    if private.has_search_signs(words) then
      return private.search_query(words);
    end if;
    for parts in
      select distinct private.job_words(written) from unnest(array[words, private.joined_text(left(words, 400))]) as written
    loop
      all_of := null;
      foreach word in array parts loop
        all_of := coalesce(all_of && private.job_word_query(word), all_of, private.job_word_query(word));
      end loop;
      wanted := coalesce(wanted || all_of, all_of, wanted);
    end loop;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select case when length(word) = 2 and cardinality(private.same_place(word)) > 1 then (quote_literal(word) || ':A')::tsquery
                        else private.read_words(word) end as query
            union select private.place_query(word) where cardinality(private.same_place(word)) > 1
            union select (quote_literal(form) || ':*')::tsquery
              from unnest(private.skill_forms(word)
                     || array(select stem || ending from substring(word from '^(account|assist|attend|consult)(?:ants?|ing|s)$') as stem,
                                                         unnest(array['ant', 'ing', 's']) as ending)) as form where form <> word
            union select private.term_query(name)
              from private.job_names() as known cross join unnest(known.names || known.wider) as name where known.word = job_word_query.word) as part
      where part.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.job_words (
  words text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    typed text := left(private.plain_signs(private.fold_text(left(words, 400))), 200);
    known record;
  begin
    for known in select listed.word, name from private.job_names() as listed cross join unnest(listed.names) as name loop
      typed := regexp_replace(typed, '\m' || replace(known.name, ' ', '[ -]') || '\M', known.word, 'g');
    end loop;
    return array(
      select split.part from regexp_split_to_table(typed, '[\s,;/|&]+') with ordinality as split (part, place)
        where split.part <> '' and split.part <> all (private.idle_job_words()) order by split.place limit 8);
  end $function$;

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.straight_apostrophes(private.fold_text(case when octet_length(value) = length(value) then parted else
            regexp_replace(regexp_replace(normalize(replace(lower(parted), 'ø', U&'o\0308'), NFKD), '([aou])\u0308', '\1e', 'g'),
                           'a\u030A', 'aa', 'g') end)),
        '(?<![-a-z0-9])(?:([a-z]{1,2}[.] ?[a-z]{1,6}[.]?|[bm] (?:e|sc|com|ed|tech))(?: ?[/&] ?| and )'
          || '|(?<!@)([a-z]{2,})(?:([0-9]{1,6})\M(?!@)|/(?=[a-z][.][a-z])))',
        '\1\2:\3', 'g'),
        '(?<![a-z])([a-z]{1,3})'' ?([a-z]{3,})(?:''([a-z]+))?|(?<=[a-z])''(?=s\M)', '\1\2\3', 'g'),
        '(?<![a-z&''])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])(?:[. ]{1,2}| ?[/&] ?| and )(?=[a-z]\M)', '', 'g'),
        '\m(?:([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)'
          || '|(front|back|full|part|tele|house|ware|store|book|pay|free|health|data|web|soft|co|x|auto|power|solid|java|s/?4) '
          || '(end|stack|time|office|caller|calling|sales|house|keeper|keeping|roll|lance|lancer|lancing|care|base|site|ware|operative'
          || '|ordinator|ray|cad|bi|point|works|script|hana))\M',
        '\1\2\3\4', 'g'),
        '\m([a-z]{1,2})[./&]([a-z0-9]{1,5})\M|\m([a-z0-9]+)[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
      from regexp_replace(value, '(?<![-A-Za-z])([A-Z])([A-Z][a-z]{2,})\M', '\1 \2', 'g') as parted
  $function$;

CREATE OR REPLACE FUNCTION private.known_parts (
  part text
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  ROWS 2
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select regexp_replace(known_parts.part, '(^| )(?:delhi ncr|ncr delhi)(?= |$)', '\1ncr') as words
    ), named as materialized (
      select known.name, known.city, known.region from typed cross join lateral private.places_in(typed.words) as known
      union all
      select word, null, null from typed cross join lateral string_to_table(typed.words, ' ') as word
        where word in ('home', 'remote', 'wfh') or length(word) = 2 and cardinality(private.same_place(word)) > 1
    ), -- The longest name that begins at a word: of "Greater Noida" not "Noida".
    pattern as (
      select '(?:^| )(' || string_agg(named.name, '|') || ')(?= |$)' as names from named
    ), found as materialized (
      select distinct named.* from typed cross join pattern cross join lateral regexp_matches(typed.words, pattern.names, 'g') as matched (names)
        join named on named.name = matched.names[1]
    ), rest as (
      select bool_or(found.city is not null) as has_city, trim(regexp_replace(min(typed.words), min(pattern.names), '', 'g')) as words
        from typed cross join pattern left join found on true
    )
    select found.name from found cross join rest
      where not rest.has_city
        or length(found.name) > 2 and not exists (select from found as other where other.region = found.name and other.city is not null)
    union
    select unknown.words from rest cross join lateral (values (known_parts.part), (case when rest.words !~ (
        '^(?:(?:all|area|around|central|city|countries|district|east|from|in|jobs?|near|north|of|pan|region|south|state|the|west|wide|work|[0-9]+)'
        || '(?: |$))*$') then rest.words end)) as unknown (words)
      where rest.has_city is not true and unknown.words is not null
  $function$;

CREATE OR REPLACE FUNCTION private.known_places()
  RETURNS TABLE (
    name      text,
    city      text,
    names     text[],
    region    text,
    is_abroad boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with cities as (
      select string_to_array(city.names, ',') as names, string_to_array(state.names, ',') as states, false as is_abroad
        from (values
          (null, 'delhi,new delhi,dilli,दिल्ली;chandigarh,chd;puducherry,pondicherry,pondy;daman;silvassa'),
          ('uttar pradesh', 'noida,नोएडा;greater noida,gr noida,g noida;ghaziabad,gzb;prayagraj,allahabad;varanasi,benares,banaras;ayodhya,faizabad;'
            || 'kanpur,cawnpore;lucknow,lko;agra;meerut;bareilly;moradabad;aligarh;gorakhpur;jhansi;mathura'),
          ('haryana', 'gurugram,gurgaon,gurugaon,ggn,गुरुग्राम,गुडगांव;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
            || 'panipat;rohtak;hisar'),
          ('punjab', 'mohali,sas nagar,sahibzada ajit singh nagar;rupnagar,ropar;ludhiana;amritsar;jalandhar;patiala'),
          ('maharashtra', 'mumbai,bombay,मुंबई;navi mumbai,new mumbai,new bombay;thane;bhiwandi;pune,poona,पुणे;nagpur;solapur;kolhapur;satara;sangli;'
            || 'nashik,nasik;chhatrapati sambhajinagar,aurangabad;dharashiv,osmanabad;ahilyanagar,ahmednagar'),
          ('karnataka', 'bengaluru,bangalore,bengalooru,banglore,blr,बेंगलुरु;mysuru,mysore;mangaluru,mangalore;hubballi,hubli;belagavi,belgaum;'
            || 'kalaburagi,gulbarga;shivamogga,shimoga;tumakuru,tumkur;ballari,bellary;vijayapura,bijapur'),
          ('tamil nadu,tamilnadu', 'chennai,madras,चेन्नई;tiruchirappalli,trichy,tiruchi;thoothukudi,tuticorin;coimbatore,kovai;'
            || 'thanjavur,tanjore;udhagamandalam,ooty;tirunelveli,nellai;madurai;salem;erode;tiruppur,tirupur;vellore;hosur;'
            || 'sriperumbudur;oragadam'),
          ('kerala', 'kochi,cochin,ernakulam;thiruvananthapuram,trivandrum,tvm;kozhikode,calicut;thrissur,trichur;kollam,quilon;'
            || 'kannur,cannanore;alappuzha,alleppey;palakkad,palghat;kottayam;malappuram'),
          ('gujarat', 'vadodara,baroda;kutch,kachchh;ahmedabad,amdavad;surat;rajkot;bhavnagar;jamnagar;gandhinagar;vapi;ankleshwar;bharuch'),
          ('telangana', 'hyderabad,secunderabad,hyd,हैदराबाद;warangal;karimnagar'),
          ('andhra pradesh', 'visakhapatnam,vizag,vishakhapatnam;vijayawada,bezawada;sri city;nellore;guntur;tirupati;kurnool;'
            || 'rajahmundry;kakinada'),
          ('rajasthan', 'jaipur;jodhpur;udaipur;kota;ajmer;bikaner;alwar'),
          ('madhya pradesh', 'indore;bhopal;gwalior;jabalpur;ujjain'),
          ('uttarakhand', 'dehradun,dehra dun;haridwar;roorkee;haldwani;rudrapur'),
          ('himachal pradesh,himachal', 'shimla,simla;baddi'),
          ('jharkhand', 'jamshedpur,tatanagar;ranchi;dhanbad;bokaro'),
          ('bihar', 'patna;gaya;muzaffarpur'),
          ('west bengal', 'kolkata,calcutta,कोलकाता;siliguri;durgapur;asansol;howrah'),
          ('odisha,orissa', 'bhubaneswar,bhubaneshwar,bbsr;cuttack;rourkela'),
          ('chhattisgarh', 'raipur;bhilai;bilaspur'),
          ('assam', 'guwahati,gauhati;dibrugarh;silchar'), ('manipur', 'imphal'), ('meghalaya', 'shillong'), ('mizoram', 'aizawl'),
          ('tripura', 'agartala'), ('nagaland', 'kohima'), ('arunachal pradesh', 'itanagar'), ('sikkim', 'gangtok'), ('ladakh', 'leh'),
          ('kashmir', 'jammu;srinagar'), ('goa', 'panaji,panjim;vasco;margao')
        ) as state (names, cities)
        cross join lateral string_to_table(state.cities, ';') as city (names)
      union all
      select string_to_array(city.names, ','), null, true
        from string_to_table('dubai;abu dhabi;sharjah;riyadh;jeddah;dammam;munich,munchen,muenchen;cologne,koln,koeln;geneva,geneve;yangon,rangoon;'
          || 'ho chi minh city,saigon', ';') as city (names)
    ), regions (name, cities) as (
      values ('ncr', 'delhi,noida,greater noida,gurugram,ghaziabad,faridabad,manesar,sonipat,bahadurgarh'),
        ('mmr', 'mumbai,navi mumbai,thane,bhiwandi'), ('tricity', 'mohali,chandigarh,panchkula'),
        ('uae', 'dubai,abu dhabi,sharjah'), ('ksa', 'riyadh,jeddah,dammam')
    )
    select called.name, city.names[1] as city, array_remove(city.names || city.states || region.name, null) as names,
           region.name as region, city.is_abroad
      from cities as city
      left join regions as region on city.names[1] = any (string_to_array(region.cities, ','))
      cross join lateral unnest(city.names) as called (name)
    union all
    select distinct state.name, null, '{}'::text[], null, false from cities as city cross join lateral unnest(city.states) as state (name)
    union all
    select country.name, null, '{}', null, country.is_abroad
      from (select name, false as is_abroad from string_to_table('india,bharat,भारत,ncr', ',') as name
            union all select name, true from string_to_table(
            'gulf,gcc,middle east,uae,u a e,united arab emirates,emirates,ajman,fujairah,ras al khaimah,ksa,saudi,saudi arabia,jubail,khobar'
            || ',al khobar,mecca,makkah,medina,neom,qatar,doha,oman,muscat,sohar,salalah,kuwait,bahrain,manama,iraq,baghdad'
            || ',basra,iran,tehran,israel,jerusalem,tel aviv,haifa,jordan,amman,lebanon,beirut,syria,yemen,turkey,turkiye'
            || ',istanbul,ankara,egypt,cairo,libya,tripoli,algeria,tunisia,morocco,sudan,south sudan,nigeria,lagos,abuja,ghana'
            || ',accra,kenya,nairobi,tanzania,dar es salaam,uganda,kampala,ethiopia,addis ababa,rwanda,kigali,zambia,lusaka'
            || ',zimbabwe,harare,mozambique,angola,congo,cameroon,senegal,botswana,namibia,south africa,johannesburg,cape town'
            || ',durban,mauritius,seychelles,madagascar,maldives,male,sri lanka,colombo,nepal,kathmandu,bhutan,thimphu'
            || ',bangladesh,dhaka,chittagong,pakistan,karachi,lahore,afghanistan,kabul,myanmar,burma,thailand,bangkok,vietnam'
            || ',hanoi,ho chi minh,cambodia,phnom penh,laos,malaysia,kuala lumpur,penang,johor,singapore,indonesia'
            || ',jakarta,bali,philippines,manila,brunei,china,beijing,shanghai,shenzhen,guangzhou,hong kong,macau,taiwan,taipei'
            || ',japan,tokyo,osaka,yokohama,korea,south korea,seoul,busan,mongolia,kazakhstan,almaty,uzbekistan,tashkent'
            || ',turkmenistan,azerbaijan,baku,armenia,yerevan,tbilisi,russia,moscow,st petersburg,ukraine,kyiv,belarus,minsk'
            || ',moldova,germany,deutschland,berlin,hamburg,frankfurt,stuttgart,dusseldorf,netherlands,holland,amsterdam'
            || ',rotterdam,eindhoven,ireland,dublin,cork,france,paris,lyon,spain,madrid,barcelona,italy,milan,rome,turin,austria'
            || ',vienna,belgium,brussels,antwerp,portugal,lisbon,porto,finland,helsinki,greece,athens,switzerland,zurich,basel'
            || ',sweden,stockholm,gothenburg,norway,oslo,denmark,copenhagen,iceland,poland,warsaw,krakow,czech republic,czechia'
            || ',prague,slovakia,bratislava,hungary,budapest,romania,bucharest,bulgaria,sofia,serbia,belgrade,croatia,zagreb'
            || ',slovenia,ljubljana,estonia,tallinn,latvia,riga,lithuania,vilnius,malta,cyprus,luxembourg,albania,uk,u k'
            || ',united kingdom,great britain,england,scotland,wales,london,manchester,birmingham,leeds,liverpool,bristol'
            || ',glasgow,edinburgh,aberdeen,belfast,usa,u s a,u s,united states,america,new york,nyc,new jersey,california,texas'
            || ',florida,washington,boston,chicago,austin,dallas,houston,seattle,san francisco,los angeles,san jose,atlanta,ohio'
            || ',michigan,detroit,illinois,massachusetts,pennsylvania,philadelphia,north carolina,arizona,phoenix,denver'
            || ',colorado,canada,toronto,vancouver,montreal,ottawa,calgary,ontario,alberta,mexico,mexico city,brazil,sao paulo'
            || ',argentina,buenos aires,chile,santiago,colombia,bogota,peru,lima,ecuador,panama,costa rica,guyana,trinidad'
            || ',jamaica,australia,sydney,melbourne,brisbane,perth,adelaide,new zealand,auckland,wellington,fiji'
            || ',papua new guinea', ',') as name) as country
  $function$;

CREATE OR REPLACE FUNCTION private.last_question (
  entry uuid
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select question from public.candidate_consents as question where question.entry_id = last_question.entry
      order by question.asked_at desc, question.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.list_activity (
  person   uuid,
  deed     text,
  company  text,
  since    timestamp with time zone,
  before   timestamp with time zone,
  after_at timestamp with time zone,
  after_id uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean,
    actor_name   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where private.words_of(named.company_name) @@ private.search_query(company) limit 1001);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null or page.subject_kind = ''candidate'' and exists (
                select from public.candidates as known where known.id = page.subject),
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several. A name that more than a
      -- thousand have the newest entries have as well.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 1000 then format(newest, conditions || ' and exists (
             select from public.clients as named
               where named.id = entry.client_id and private.words_of(named.company_name) @@ private.search_query($8))')
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id, company;
  end $function$;

CREATE OR REPLACE FUNCTION private.listed_for (
  requirement uuid
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(select entry.candidate_id from public.shortlist_entries as entry
                   where entry.requirement_id = listed_for.requirement and entry.state not in ('withdrawn', 'closed'))
  $function$;

CREATE OR REPLACE FUNCTION private.lock_requirement (
  requirement uuid,
  seen        integer
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements := private.hold_requirement(requirement);
  begin
    if requirement_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = requirement_row.version::text;
    end if;
    return requirement_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.match_import (
  import uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys, typed.entries,
             (select string_agg(number, ' | ')::tsquery from unnest(typed.like_keys) as number) as numbers,
             typed.entries ->> 'phone' as phone, private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), hit as materialized (
      select table_row.place, known.id, 'address' as why, 1 as weight
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.applicant_mailbox(candidate.email) = table_row.mailbox limit 8) as known
      union all
      select table_row.place, known.id, case when known.name_key = table_row.name_key then 'number' end,
             case when known.name_key = table_row.name_key then 2 else 9 end
        from table_row cross join lateral (
          select candidate.id, private.name_key(candidate.full_name) as name_key from public.candidates as candidate
            where candidate.search @@ table_row.numbers
              and private.numbers_in(candidate.phone) && table_row.like_keys limit 20) as known
        where table_row.numbers is not null
      union all
      select table_row.place, known.id, 'name', 3
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.name_key(candidate.full_name) = table_row.name_key
              and private.fold_text(candidate.city) is not distinct from table_row.town limit 8) as known
        where table_row.mailbox is null and table_row.number_keys = '{}'
    ), best as materialized (
      -- Of several records of one person, the one that says most of the same.
      select distinct on (hit.place) hit.place, hit.id, hit.why
        from hit join public.candidates as known on known.id = hit.id join table_row on table_row.place = hit.place
        order by hit.place, hit.weight,
                 num_nulls(nullif(known.full_name = table_row.entries ->> 'full_name', false),
                           nullif(known.email = lower(table_row.entries ->> 'email'), false),
                           nullif(known.phone is not distinct from table_row.phone, false),
                           nullif(known.headline is not distinct from table_row.entries ->> 'headline', false),
                           nullif(private.fold_text(known.city) is not distinct from table_row.town, false)),
                 known.created_at, hit.id
    ), found as materialized (
      select table_row.place, case when best.why is not null then best.id end as known_id, best.why as known_by,
             case when best.why is null then best.id end as hint_id, twin.first_place as twin_place
        from table_row left join best on best.place = table_row.place left join private.twin_rows(import) as twin on twin.place = table_row.place
    )
    update private.import_rows as kept
      set known_id = found.known_id, known_by = found.known_by, hint_id = found.hint_id, twin_place = found.twin_place,
          choice = case when kept.known_id is not distinct from found.known_id then kept.choice end
      from found
      where kept.import_id = import and kept.place = found.place
        and (kept.known_id, kept.known_by, kept.hint_id, kept.twin_place)
          is distinct from (found.known_id, found.known_by, found.hint_id, found.twin_place)
  $function$;

CREATE OR REPLACE FUNCTION private.matches_blocklist (
  person  public.candidates,
  company uuid,
  domains text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select said.client_id, private.company_key(said.named) as plain, private.company_domain(said.named) as domain
        from private.kept_from(person) as said where num_nonnulls(said.client_id, said.named) > 0
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.company_key(client.company_name) from public.clients as client where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1
                      and word !~ '^(?!(om|ed|al|an|ah|ng)$)([b-df-hj-np-tv-xz]{2,3}|[aeiou][b-df-hj-np-tv-xz])$'),
                    string_agg(distinct word collate "C", ' '))
      from regexp_replace(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', ''))),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E\u2190-\u2BFF\U0001F000-\U0001FAFF]+', ' ', 'g') as plain,
           regexp_split_to_table(regexp_replace(plain,
             '(?<![^ ])(?:(al|el|de|mc) ([a-z]{3,})'
               || '|(d) (sou[sz]a|silva|costa|cruz|mell?o|lima|almeida|angelo|cunha|penha|rozario|netto)'
               || '|(o) (brien|connor|connell|neill?|hara|leary|reilly|sullivan|malley|donnell|grady|keefe|toole|rourke|shea))(?![^ ])',
             '\1\2\3\4\5\6', 'g'), ' ') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.narrowest_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select distinct part.name, known.city, known.names, known.region, known.is_abroad
        from private.place_parts(place) as typed (part) cross join lateral private.known_parts(typed.part) as part (name)
        left join private.places as known on known.name = part.name
    )
    select named.name from named
      where named.city is not null or not exists (
        select from named as other
          where other.city is not null and (named.name is distinct from other.region or other.is_abroad)
            and (private.same_place(named.name) && other.names or named.name in ('india', 'bharat') and not other.is_abroad))
  $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with kept as materialized (
      select said.named, private.company_key(said.named) as plain, private.first_company_word(said.named) as first
        from private.kept_from(person) as said where said.named is not null
    ), theirs as materialized (
      select private.company_key(company) as plain, private.first_company_word(company) as first
    )
    select array(
      select distinct kept.named from kept cross join theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by kept.named)
  $function$;

CREATE OR REPLACE FUNCTION private.nearest_jobs (
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
    is_read boolean := not private.has_search_signs(words);
    said text := left(words, 400);
    town text := private.trimmed(left(place, 400));
    attempt record;
    -- What has found nothing is not looked for again: this was.
    tried text[] := array[row(said, town, work, false)::text];
    found jsonb;
  begin
    if town is null and is_read then
      select string_agg(known.name, ', ') into town from private.places_in(left(words, 200)) as known;
      if town is not null then
        said := private.trimmed(array_to_string(array(
          select word from unnest(private.job_words(words)) as word where word <> all (regexp_split_to_array(town, '[, ]+'))), ' '));
      end if;
    end if;
    for attempt in
      select * from (values ('near', said, private.regions_around(town), nearest_jobs.work, false), ('words', said, null, null, false),
                            ('some', said, town, nearest_jobs.work, true), ('some', said, null, null, true),
                            ('some', null, town, nearest_jobs.work, false)
        ) as listed (instead, words, place, work, takes_some)
    loop
      continue when row(attempt.words, attempt.place, attempt.work, attempt.takes_some)::text = any (tried)
        or coalesce(attempt.words, attempt.place) is null or attempt.instead = 'near' and attempt.place is null
        or attempt.takes_some and not (is_read and cardinality(private.job_words(attempt.words)) > 1);
      tried := tried || row(attempt.words, attempt.place, attempt.work, attempt.takes_some)::text;
      found := private.find_jobs(attempt.words, attempt.place, attempt.work, page, attempt.takes_some);
      if (found ->> 'found')::integer > 0 then
        return found || jsonb_build_object('instead', attempt.instead, 'region', private.searched_region(place));
      end if;
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.newest_question (
  consent public.candidate_consents
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (consent).entry_id is null then consent else private.last_question((consent).entry_id) end
  $function$;

CREATE OR REPLACE FUNCTION private.note_sender (
  form_table regclass,
  OUT        is_flood boolean,
  OUT        network_place integer
)
  RETURNS record
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    is_flood := false;
    network_place := 1;
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 299)', form_table) into is_flood using hour_ago;
      return;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return;
    end if;
    sender := private.form_networks(shared_key);
    is_flood := not private.lock_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    is_flood := is_flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    network_place := case when sender is not null then 1 + (
      select count(*)::integer from (
        select from private.form_senders where wider = sender[3] and created_at > hour_ago limit 3) as before) end;
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
  end $function$;

CREATE OR REPLACE FUNCTION private.note_talk (
  candidate  uuid,
  form       uuid,
  words      text,
  channel    text,
  entry      uuid,
  next_on    date,
  next_words text,
  seen_next  date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    person public.candidates := private.lock_candidate(candidate);
    entry_row public.shortlist_entries;
    said text := private.trimmed_straight(words);
    next_said text := private.trimmed_straight(note_talk.next_words);
    standing date := person.next_on;
    set_by uuid := person.next_by;
    written uuid := (select talk.id from public.candidate_notes as talk where talk.author = caller and talk.form_id = form);
  begin
    if written is not null then
      return written;
    elsif entry is not null then
      entry_row := private.own_entry(candidate, entry);
      standing := entry_row.next_on;
      set_by := entry_row.next_by;
    end if;
    perform private.check_next_step(next_on, next_said, standing, set_by, seen_next);
    if said is not null then
      written := private.repeated_talk(candidate, caller, entry, note_talk.channel, said);
      if written is null then
        insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
          values (candidate, caller, said, form, entry, note_talk.channel) returning id into written;
      end if;
      update public.candidates set last_activity_at = now() where id = candidate;
    end if;
    if next_on is null and standing is distinct from seen_next then
      return written;
    elsif entry is not null then
      update public.shortlist_entries as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = entry;
    else
      update public.candidates as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = candidate;
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    work_group     text,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    silent_since timestamptz := private.silent_since();
    groups text[] := case when filter.only_group is not null then array[filter.only_group]
                          when filter.sort is not null then array['all'] else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := filter.sort is not null and coalesce(filter.descending, false);
    room integer := most;
    query tsquery := private.search_query(filter.words);
    -- The requirements of a search that finds few items.
    found uuid[];
    listed text;
    got integer;
  begin
    if filter.words is not null and query is null then
      return;
    elsif filter.sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if query is not null then
      found := private.find_by_words('public.inbox_items', query);
      if found is not null then
        found := array(select item.requirement_id from public.inbox_items as item
                         where item.id = any (found) and item.requirement_id is not null);
      end if;
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(filter.sort, listed) = 'deadline' then open.deadline_at
                        when filter.sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (filter.status is null or open.status = filter.status)
            and (filter.priority is null or open.priority = filter.priority)
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
            and (filter.client is null or open.client_id = filter.client)
            and (found is null or open.requirement_id = any (found))
            -- Each is compared on the way, in the list's order: Postgres would compare every item before.
            and (query is null or found is not null
                 or (select private.has_words(item.search, query) from public.inbox_items as item
                       where item.requirement_id = open.requirement_id))
            -- What is silent is most of all there is: the others are looked for behind it.
            and (listed = 'all' or open.work_group = listed and (open.last_word_at < silent_since) = (listed = 'silent'))
            and (place > first_place or after_id is null
                 or case when is_falling then (ordered.key, open.requirement_id) < (after_key, after_id)
                         else (ordered.key, open.requirement_id) > (after_key, after_id) end)
          order by case when not is_falling then ordered.key end, case when is_falling then ordered.key end desc,
                   case when not is_falling then open.requirement_id end, case when is_falling then open.requirement_id end desc
          limit room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_applications (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'title', job.facts ->> 'title', 'place', job.facts ->> 'place',
        'country', job.facts ->> 'country', 'company', private.applied_company(entry),
        -- Where it stands, while it does.
        'slug', case when private.is_advertised(advert) then advert.slug end,
        'applied_at', entry.applied_at, 'said', entry.said,
        'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
        'turned_down_at', entry.turned_down_at, 'turned_down_words', entry.turned_down_words,
        'turned_down_reason', entry.turned_down_reason,
        'withdrawn_at', case when entry.state = 'withdrawn' then yes.withdrawn_at end,
        -- Do they agree to have their card shown if they are taken on? Where their record makes another one by now, they are asked anew.
        'may_show', case when entry.state = 'applied' then (private.applied_yes(entry)).id is not null end,
        'is_asked_anew', case when entry.state = 'applied' then yes.is_card and (private.applied_yes(entry)).id is null end,
        'recruiter', private.recruiter_contact(requirement.recruiter_id)))
        order by entry.applied_at desc, entry.id), '[]')
      from public.shortlist_entries as entry_row
      cross join lateral private.told_entry(entry_row) as entry
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      join public.adverts as advert on advert.requirement_id = entry.requirement_id
      cross join lateral (select private.job_of(advert) as facts) as job
      left join lateral (
        select consent.withdrawn_at, consent.card_digest is not null and private.is_in_force(consent) as is_card
          from public.candidate_consents as consent where consent.applied_entry_id = entry.id
          order by consent.asked_at desc, consent.id limit 1) as yes on true
      where entry_row.candidate_id = own_applications.candidate and private.is_application(entry_row)
  $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.has_keep_consent(person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and private.question_state(consent) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.own_entry_facts(entry, person, requirement, question)
                                      order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry_row
              cross join lateral private.told_entry(entry_row) as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              cross join lateral private.last_question(entry.id) as question
              where entry_row.candidate_id = person.id and question.id is not null and not private.is_application(entry_row)),
          'applications', private.own_applications(person.id), 'forgotten_at', private.forgotten_at(person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_entry_facts (
  entry       public.shortlist_entries,
  person      public.candidates,
  requirement public.job_requirements,
  question    public.candidate_consents
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'state', (entry).state, 'digest', private.card_digest(entry), 'seal', private.seal_of(entry),
        'is_changed', private.question_state(question) = 'changed' or (entry).state = 'draft' and moved.is_so,
        'company', private.asked_company(question, requirement), 'job_title', (requirement).job_title,
        'location', (requirement).location, 'about', private.job_facts(requirement), 'applied', private.applied_for(entry),
        'is_open', (requirement).status = any (private.open_statuses()) and not moved.is_so,
        'asked_at', (question).asked_at, 'agreed_until', private.agreed_until((entry).id),
        'undo_until', case when (entry).state = 'withdrawn' and (question).tell_at > now()
                        and private.is_still_theirs(question) then (question).tell_at end,
        'is_never', ended.is_so and not moved.is_so and private.is_blocked(person, (requirement).client_id),
        'is_reconsidered', (question).reconsidered_at is not null,
        'shown_at', (entry).shown_at, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'ended_at', case when ended.is_so
                      then greatest((question).withdrawn_at, (question).refused_at, (question).closed_at) end,
        'contact_opened_at', case when private.is_opened(entry) then (entry).interview_at end,
        'contact_had_at', private.contact_had_at(
          entry, coalesce((question).withdrawn_at, (question).refused_at, (question).closed_at)),
        'opened_on', (select min(opened.day) from public.entry_views as opened
                        where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'waiting_since', waiting.since, 'answer_by', private.answer_by(waiting.since), 'answered_at', (entry).answered_at,
        -- Was it told to the team, which has noted it? Who of the company has said it is not the candidate's.
        'noted', (select private.note_of(answer) - 'by' || jsonb_build_object('is_interview', answer.verdict = 'interview')
                    from public.shortlist_answers as answer
                    where answer.id = private.last_told_answer((entry).id) and answer.said_how is not null
                      and (entry).answered_at is not null and answer.created_at >= (entry).shown_at),
        'recruiter', private.recruiter_contact((requirement).recruiter_id),
        'words', (select coalesce(jsonb_agg(jsonb_build_object(
                             'words', answer.words_for_candidate, 'released_at', answer.released_at,
                             'is_current', (entry).answered_at is not null and answer.id = private.last_told_answer((entry).id))
                             order by answer.released_at desc), '[]')
                    from public.shortlist_answers as answer
                    where answer.entry_id = (entry).id and answer.released_at is not null))
        || card.shown - 'code_word'
        || jsonb_build_object('name', coalesce(card.shown #>> '{card,name}',
                                               case when private.is_opened(entry) then (person).full_name end, (entry).code_word))
      from (select (question).former_company is not null as is_so) as moved
      cross join (select (entry).state in ('withdrawn', 'closed') as is_so) as ended
      cross join (select private.shown_card(entry) as shown) as card
      cross join (select case when private.waits_for_company(entry, (requirement).status) then (entry).shown_at end as since) as waiting
  $function$;

CREATE OR REPLACE FUNCTION private.people_by_address (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with whole as materialized (
      select person.id from auth.users as person where person.email = private.normal_address(words))
    select whole.id from whole
    union all
    select person.id from public.client_members as member join auth.users as person on person.id = member.user_id
      where private.normal_address(words) ~ '^\S+@\S{2,}$' and not exists (select from whole)
        and starts_with(person.email, private.normal_address(words))
  $function$;

CREATE OR REPLACE FUNCTION private.place_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select distinct case
        when plain in ('delhi ncr', 'ncr delhi', 'ncr region', 'national capital region') then 'ncr'
        when plain in ('united arab emirates', 'u a e', 'emirates') then 'uae'
        when plain in ('saudi arabia', 'saudi', 'kingdom of saudi arabia', 'k s a') then 'ksa'
        when plain in ('chandigarh tricity', 'tricity chandigarh') then 'tricity'
        -- No lexeme is longer than two thousand bytes, and one sign may be eighteen letters.
        else left(plain, 200) end
      from regexp_split_to_table(regexp_replace(private.fold_text(place), '\m(?:jammu|j)\s*(?:and|&)\s*(?:kashmir|k)\M', 'kashmir'),
                                 '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || called.name) || ' | ' || quote_literal('@' || called.name || ' ') || ':*', ' | ')::tsquery
      from private.narrowest_parts(left(place, 200)) as part
      cross join lateral (select unnest(private.same_place(part)) union select known.city from private.places as known
                            where known.name = part and known.city is not null) as called (name)
  $function$;

CREATE OR REPLACE FUNCTION private.plain_signs (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
        '(?<=[0-9])(?<![0-9]{4}),(?=([0-9]{2,3},)*[0-9]{3}(?![0-9]))', '', 'g'),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) (?:plus plus|[+][+])(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?: ?#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?<![a-z0-9/&]|\m[a-z][.])(?:([a-z])(?:/| ?& ?)([a-z])|([bm])[.] ?(c)[.] ?(a))(?![a-z0-9/&])', '\1\2\3\4\5', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.post_message (
  requirement uuid,
  body        text,
  seen        timestamp with time zone,
  form        uuid,
  from_side   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    requirement_row := private.hold_requirement(requirement);
    own := case private.side_on(requirement_row.client_id) when 'team' then 'team' else 'client' end;
    -- What comes once more from a page that has not shown it yet is what was said last; from one that has, it is meant.
    written := coalesce((
      select last.id from (select * from public.requirement_messages as before where before.requirement_id = requirement_row.id
                             order by before.created_at desc, before.id desc limit 1) as last
        where form is not null and last.author = caller and last.side = own and last.body = private.trimmed(post_message.body)
          and last.created_at > now() - private.repeats_within() and (seen is null or seen < last.created_at)), written);
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, client_id, author, side, body, created_at)
      values (written, requirement_row.id, requirement_row.client_id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = requirement_row.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(requirement_row, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = requirement_row.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $function$;

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
    is_meant boolean;
    told jsonb := '{}';
    is_place_meant boolean;
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place, true);
    is_meant := (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200));
    if is_meant then
      told := jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || told;
      end if;
    end if;
    is_place_meant := meant_place is distinct from left(lower(left(place, 400)), 200)
      or exists (select known.name from private.places_in(meant_words) as known
                 except select known.name from private.places_in(left(words, 200)) as known);
    -- As they stand, unless a place is meant by them: that nobody asks for a fridge does not make it a bridge.
    return coalesce(
      case when not is_place_meant then private.nearest_jobs(words, place, work, page) end,
      case when is_meant then private.nearest_jobs(meant_words, meant_place, work, page) || told end,
      answer || case when is_place_meant then told else '{}' end);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer,
  after       uuid
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
          'total', private.applicants_of(wanted.id), 'mailed_at', private.answer_mailed_at(),
          -- By when the first of all of them has an answer.
          'answer_by', private.applicant_counts(wanted.id) ->> 'unanswered_by',
          -- Who is told as well when the job is over (private.tell_taken_on).
          'unshown', (select count(*) from public.shortlist_entries as entry
                        where entry.requirement_id = wanted.id and entry.applied_at is not null and entry.state in ('draft', 'asked', 'agreed')),
          'people', private.waiting_applicants(wanted, skip, after),
          -- How many of them stand before the page.
          'before', (select count(*) from public.shortlist_entries as waiting
                       join public.shortlist_entries as last_read on last_read.id = after
                       where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                         and (waiting.applied_at, waiting.id) <= (last_read.applied_at, last_read.id)),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', private.turned_down_applicants(wanted.id, advertised.is_open),
          'taken_on', case when advertised.is_open then private.taken_on_applicants(wanted.id) else '[]' end)
        from public.job_requirements as wanted
        cross join lateral (select exists (
          select from public.adverts as advert
            where advert.requirement_id = wanted.id and advert.opened_at is not null and advert.closed_at is null) as is_open) as advertised
        where wanted.id = read_applicants.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
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
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_on', 'next_words', 'next_by'],
          'next', private.next_step(person.next_on, person.next_words, person.next_by),
          'is_kept', private.has_keep_consent(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as consent
                           where consent.candidate_id = person.id and consent.is_disowned) end,
          'talks', private.talks_of(person.id, 200),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = any (array[
                             private.plain_company_name(never.named), private.company_key(never.named),
                             private.plain_company_name(private.joined_text(never.named))])),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest', 'number_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(consent))
                                      order by consent.asked_at desc, consent.id), '[]')
              from (select * from public.candidate_consents as newest where newest.candidate_id = person.id
                      order by newest.asked_at desc, newest.id limit 100) as consent),
          'consents_count', (select count(*) from public.candidate_consents as consent where consent.candidate_id = person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(requirement.client_id)) || jsonb_build_object(
                       'job_title', requirement.job_title, 'requirement_status', requirement.status,
                       -- What they have typed with the application otherwise than it is here.
                       'differs', case when entry.state = 'applied' then (
                         select typed.differs from jsonb_array_elements(private.typed_otherwise(entry)) with ordinality as typed (differs, place)
                           where not typed.differs ? 'email' and typed.differs - 'said' <> '{}' order by typed.place limit 1) end,
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_words (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    token text[];
    synonym text;
    term tsquery;
    all_of tsquery;
    any_of tsquery;
    -- "and" is a word where nothing follows: it may begin a name.
    last_and tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        -- Between blanks "&" is "and": who asks for "C & R" wants both.
        translate(private.plain_signs(replace(typed, ' & ', ' ')), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      elsif token[1] = '' and lower(token[3]) = 'and' and all_of is not null then
        last_and := private.term_query(token[3]);
      else
        last_and := null;
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    all_of := coalesce(all_of && last_and, all_of);
    return coalesce(any_of || all_of, all_of, any_of);
  end $function$;

CREATE OR REPLACE FUNCTION private.reconsider_entry (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement public.job_requirements;
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    select * into person from public.candidates where id = entry_row.candidate_id;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif entry_row.state <> 'withdrawn' then
      return;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif requirement.status <> all (private.open_statuses()) or (private.last_question(entry)).former_company is not null then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    if private.take_back_no(array(select private.entries_beside(entry))) then
      perform private.cancel_question(entry_row.id);
      perform private.record_candidates(requirement.id, 'candidates_reconsidered', array[entry_row.id], true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_candidates (
  requirement uuid,
  type        text,
  entries     uuid[],
  reopens     boolean,
  author      uuid    DEFAULT NULL::uuid,
  ended_by    text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = record_candidates.requirement);
    acting public.side := case when author is not null then 'company' else private.side_on(company) end;
    person uuid := coalesce(author, private.current_user_id());
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      values (record_candidates.requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_strip_nulls(jsonb_build_object('by', ended_by))
                || jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type), entries);
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (record_candidates.requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(record_candidates.requirement, actor => person);
    end if;
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
    for of_requirement in select * from private.by_requirement(entries) loop
      perform private.record_applicants(of_requirement.id, 'candidates_put_back', of_requirement.applicants);
      perform private.reopen_for_applicants(of_requirement.id);
    end loop;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_withdrawal (
  entry       public.shortlist_entries,
  is_own      boolean,
  is_rule     boolean,
  is_disowned boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, entry_ids, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn', array[(entry).id],
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_disowned then 'disowned' when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule or is_disowned then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_contact (
  recruiter uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email, 'phone', colleague.contact_phone)
      from public.team_members as colleague where colleague.user_id = private.receiver_of(recruiter)
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    people as (select news.type, nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) as count from news group by news.type),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from news where news.type = 'status'),
      'is_new', is_open and exists (select from news where news.type in ('created', 'converted')
                                                       or news.type = 'recruiter' and news.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      -- What its company has said last of its advert.
      'advert_said', case when is_open then (
        select case when news.type = 'advert_closed' then 'taken_down'
                    when news.changes #> '{named,1}' = 'true' then 'named' else 'unnamed' end
          from news where news.side = 'company' and news.type in ('advert_named', 'advert_closed')
          order by news.created_at desc, news.id desc limit 1) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select people.count from people where people.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from news where news.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select people.count from people where people.type = 'candidates_refused'),
      'reconsidered', (select people.count from people where people.type = 'candidates_reconsidered'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_of_question (
  consent public.candidate_consents
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(private.recruiter_contact(coalesce(
      (select requirement.recruiter_id from public.shortlist_entries as entry
         join public.job_requirements as requirement on requirement.id = entry.requirement_id
         join public.team_members as known on known.user_id = requirement.recruiter_id where entry.id = (consent).entry_id),
      (consent).asked_by)))
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_closing_on_applicants()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.applicants_of(new.requirement_id) > 0 then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.remind_candidate (
  entry uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    requirement public.job_requirements;
    person public.candidates;
    question public.candidate_consents;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into person from public.candidates where id = entry_row.candidate_id;
    question := private.last_question(entry);
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement.status);
    if entry_row.state <> 'asked' or person.email is not null and question.mailbox_digest is distinct from private.subject_of(person.email) then
      raise exception 'nothing_to_remind' using errcode = 'PT422', hint = entry::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry::text;
    elsif greatest(question.asked_at, question.reminded_at) > now() - interval '1 day' then
      return false;
    elsif private.reminder_from(question) is null then
      raise exception 'reminded_twice' using errcode = 'PT422', hint = entry::text;
    end if;
    perform private.lock_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    update public.candidate_consents as asked set reminded_at = now(), reminders = asked.reminders + 1 where asked.id = question.id;
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.enqueue_mail('candidate_ask', 'remind.' || question.id || '.' || question.reminders + 1,
                                 jsonb_build_object('consent', question.id, 'reminder', question.id), address => person.email);
    insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
      values (person.id, private.current_user_id(), 'Reminded of the question', gen_random_uuid(), entry, 'mail');
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.reminders_of (
  question public.candidate_consents
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('count', (question).reminders, 'at', (question).reminded_at, 'from', private.reminder_from(question))
      where (question).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.renew_applied_entry (
  application  private.applications,
  entry        public.shortlist_entries,
  confirmation text
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare words text := application.entries ->> 'said';
  begin
    update public.candidate_consents as before set closed_at = now()
      where confirmation <> 'late' and before.applied_entry_id = entry.id and before.closed_at is null;
    if confirmation = 'back' then
      perform private.cancel_question(entry.id);
    end if;
    perform private.take_back_no(array[entry.id], applied_entry => entry.id);
    update public.shortlist_entries as waiting
      set state = 'applied', applied_at = case when confirmation = 'back' then now() else waiting.applied_at end,
          said = case confirmation when 'back' then words when 'again' then coalesce(words, waiting.said)
                                   else coalesce(waiting.said, words) end,
          told_company = private.advertised_company(waiting.requirement_id),
          -- The card that they have read now has this one.
          code_word = case when confirmation = 'again' and private.is_free_code_word(waiting.requirement_id, application.code_word)
            then application.code_word else waiting.code_word end
      where waiting.id = entry.id returning * into entry;
    return entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true', key)
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)', 'id'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default', 'id'),
        ('public.candidates', 'search = private.searchable_candidate(filled)', 'id'),
        ('public.adverts', 'search = private.searchable_advert(filled)', 'requirement_id')) as renewed (relation, changes, key);
    select private.fill_envelopes()
  $function$;

CREATE OR REPLACE FUNCTION private.reopen_item (
  requirement uuid,
  type        text DEFAULT 'returned'::text,
  actor       uuid DEFAULT private.current_user_id()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select requirement.recruiter_id from public.job_requirements as requirement
                        where requirement.id = reopen_item.requirement and private.is_team(requirement.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = reopen_item.requirement for update;
    holder := private.holder_of(returned);
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null and in_charge is null
                               then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with; its company reads the same.
          due_at = case when state in ('new', 'open') then due_at
                        else coalesce(private.answer_due(reopen_item.requirement), now() + private.promised('requirement')) end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.request_row_fill (
  name      text,
  relation  regclass,
  changes   text,
  condition text,
  key       text     DEFAULT 'id'::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select %4$I from %1$s where %4$I > $1 and %3$s order by %4$I limit 500),
                              filled as (update %1$s as filled set %2$s where %4$I in (select %4$I from piece))
                            select %4$I from piece order by %4$I desc limit 1', relation, changes, condition, key))
      on conflict on constraint row_fills_pkey do update set statement = excluded.statement, after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_converted_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title, 'company', private.company_name(requirement_row.client_id),
        'is_from_form', exists (select from private.form_of(requirement_row)),
        'is_named', exists (select from private.form_of(requirement_row) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', private.recruiter_contact(requirement_row.recruiter_id) -> 'email'))
        || private.outlook_of(requirement_row)
      from public.job_requirements as requirement_row
      join public.client_members as member on member.client_id = requirement_row.client_id and member.user_id = (mail).user_id
      where requirement_row.id = ((mail).ids ->> 'requirement')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_filed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title,
        'reference', private.reference_of(coalesce(requirement.form_id, requirement.id)),
        'reply_to', private.recruiter_contact(requirement.recruiter_id) -> 'email')) || private.outlook_of(requirement)
      from public.job_requirements as requirement
      join public.client_members as member on member.client_id = requirement.client_id and member.user_id = (mail).user_id
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    statuses public.requirement_status[] := enum_range(filter.status, filter.status);
    room integer := least(most, 500);
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if filter.words is null then
      return query
        select requirement.id from public.job_requirements as requirement
          where (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.client is null or requirement.client_id = filter.client)
            and (filter.only_group is null
                 or exists (select from private.grouped_requirements as open
                              where open.requirement_id = requirement.id and filter.only_group in ('open', open.work_group)))
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if filter.client is not null then
        query := query && quote_literal(private.company_lexeme(filter.client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and (found is not null or private.has_words(item.search, query))
            and (found is null or item.id = any (found))
            and (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.only_group is null
                 or exists (select from private.grouped_requirements as open
                              where open.requirement_id = requirement.id and filter.only_group in ('open', open.work_group)))
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
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
    select case when part in ('gulf', 'gcc', 'middle east') then '{gulf,gcc,middle east,uae,ksa,qatar,oman,kuwait,bahrain}'
      else coalesce((select string_to_array(names, ',') from string_to_table(
        'uttar pradesh,up,u p,uttarpradesh;madhya pradesh,mp,m p,madhyapradesh;andhra pradesh,ap,andhra,andhrapradesh;'
        || 'himachal pradesh,hp,himachal;tamil nadu,tn,tamilnadu,tamizhagam;west bengal,wb,bengal,westbengal;'
        || 'uttarakhand,uttaranchal;odisha,orissa;kashmir,j k,jk;arunachal pradesh,arunachal;telangana,ts;'
        || 'home,remote,wfh;netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part]) end
  $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    -- Words are joined here where others part them by a blank, and each for itself as well (private.term_query), so that
    -- "-D'Souza" denies "Dsouza".
    select string_agg('(' || reading.query::text || ')', ' | ')::tsquery
      -- An initial behind a name is a word beside it, wherever it stands: "Ramesh.K" is "K. Ramesh" as well.
      from regexp_replace(left(private.fold_text(left(words, 400)), 200),
                          '(?<![-a-z0-9.@])([a-z]{4,})[.]([a-z])(?![a-z0-9.@])', '\1 \2', 'g') as typed,
           left(private.joined_text(left(words, 400)), 200) as joined,
           private.with_plain_numbers(typed) as plain,
           regexp_replace(typed, '([b-df-hj-np-tv-xz][0-9])[ ./-]{1,3}(?=[b-df-hj-np-tv-xz][0-9])', '\1', 'g') as referring
      cross join lateral (
        select private.read_words(typed)
        union select private.read_words(joined) where joined <> typed
        union select private.read_words(plain) where plain <> typed and plain ~ '[0-9]{5}'
        union select private.read_words(referring) where referring <> typed
        union select private.any_number_of(typed) where typed ~ '^[0-9+(). /\u2010-\u2015-]+$') as reading (query)
      where reading.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_advert (
  advert public.adverts
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select setweight(private.words_of(concat_ws(chr(10), (advert).title, array_to_string((advert).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (advert).place, array_to_string(private.place_names((advert).place), chr(10)),
           (advert).country, (advert).body, replace(array_to_string(private.kinds_of_work((advert).work), chr(10)), '_', ' '),
           case when (advert).is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = (advert).requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', (advert).place, case when (advert).is_remote then 'remote, home, work from home, anywhere' end),
           (advert).country))
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_requirement (
  requirement public.job_requirements,
  is_flood    boolean                 DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), private.searched_text(to_jsonb(requirement), is_flood),
                                      array_to_string(private.place_names((requirement).location), chr(10)),
                                      client.company_name, client.full_name, client.phone,
                                      private.reference_of(coalesce((requirement).form_id, (requirement).id))))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $function$;

CREATE OR REPLACE FUNCTION private.searched_region (
  place text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case
        when bool_and(part.name in ('delhi', 'new delhi', 'dilli')) then 'Delhi NCR'
        when count(*) = 1 then max(case
          when length(part.name) < 4 and part.called in ('uk', 'uae', 'usa') then 'the ' || upper(part.called)
          when length(part.name) < 4 and part.called <> part.name then initcap(part.called)
          when part.name in ('ncr', 'mmr', 'ksa') then upper(part.name)
          -- A short name of a city has no vowel: "blr".
          when part.city is not null and part.name ~ '^[b-df-hj-np-tv-z]+$' then initcap(part.city)
          when part.city is not null and part.name <> private.plain_place(left(place, 200)) and part.typed = 1 then initcap(part.name) end) end
      from (select listed.name, (private.same_place(listed.name))[1] as called, known.city,
                   (select count(*) from private.place_parts(left(place, 200))) as typed
              from private.narrowest_parts(left(place, 200)) as listed (name)
              left join private.places as known on known.name = listed.name) as part
  $function$;

CREATE OR REPLACE FUNCTION private.seen_versions (
  ids  uuid[],
  seen integer[]
)
  RETURNS TABLE (
    id      uuid,
    version integer
  )
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if cardinality(ids) not between 1 and 50 or cardinality(seen) is distinct from cardinality(ids) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    return query select given.id, min(given.version) from unnest(ids, seen) as given (id, version) group by given.id order by given.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.settle_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = settle_applicants.requirement for update;
    if private.is_for_applicants(item) and private.applicants_of(requirement) = 0 then
      perform private.apply_state(private.current_user_id(), item, 'done', null);
    else
      perform private.set_applicants_due(item);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.short_skills()
  RETURNS TABLE (
    name  text,
    skill text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    values ('js', 'javascript'), ('ts', 'typescript'), ('golang', 'go'), ('cpp', 'c++'), ('cplusplus', 'c++'), ('csharp', 'c#'),
      ('dotnet', '.net'), ('postgres', 'postgresql'), ('k8s', 'kubernetes')
  $function$;

CREATE OR REPLACE FUNCTION private.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[],
  is_sent     boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    select * into requirement_row from public.job_requirements where id = requirement;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    if not is_sent and not private.is_anybody_there(requirement_row.client_id) then
      raise exception 'nobody_to_see' using errcode = 'PT422';
    end if;
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry from public.shortlist_entries where id = given.id and requirement_id = requirement_row.id;
      continue when entry.state = any (private.shown_states());
      if entry.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = entry.candidate_id;
      if entry.state <> 'agreed' or not private.has_consent(entry) then
        raise exception 'no_consent' using errcode = 'PT422', hint = entry.id::text;
      end if;
      entry := private.locked_entry(given.id, given.version);
      if private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry.id::text;
      end if;
      perform private.refuse_twin(entry.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = entry.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as consent set ends_at = null
        where consent.entry_id = entry.id and private.is_in_force(consent);
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null and not private.hasten_answer(entry.id) then
        perform private.enqueue_mail('candidate_news', 'shown.' || entry.id || '.' || entry.version,
                                     jsonb_build_object('entry', entry.id), address => person.email);
      end if;
      shown := shown || entry.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = requirement_row.id;
      perform private.assign_if_none(requirement_row.id);
      update public.job_requirements set status = 'in_progress' where id = requirement_row.id and status = 'new';
      perform private.record_candidates(requirement_row.id, 'candidates_shown', shown, false);
      perform private.answer_company(requirement_row.id);
    end if;
    return cardinality(shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_key (
  skill text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select short.skill from private.short_skills() as short where short.name = plain),
                    case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end)
      from (select private.plain_signs(regexp_replace(lower(private.trimmed(skill_key.skill)), '\s+', ' ', 'g')) as plain) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.skill_synonyms (
  skill text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select other.name
      from private.skill_key(skill_synonyms.skill) as key
      cross join lateral (select key as name union all select short.name from private.short_skills() as short where short.skill = key) as other
      where other.name <> lower(private.trimmed(skill_synonyms.skill))
  $function$;

CREATE OR REPLACE FUNCTION private.skill_words_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(found.query::text, ' | ')::tsquery
      from (select private.skill_query(skill) as query
            union all
            select private.skill_query(word)
              from private.plain_signs(private.skill_key(skill)) as called,
                   regexp_split_to_table(called, '[ /,&;()]+') as word
              where word <> called
                and word <> all (array['', 'a', 'an', 'and', 'at', 'basic', 'by', 'experience', 'for', 'good', 'in', 'knowledge',
                                       'of', 'on', 'or', 'skills', 'the', 'to', 'with', 'work', 'years'])) as found
      where found.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.plain_signs(private.fold_text(value)),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.spelling_of (
  letters text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when length(letters) < 6 then '(?<= )(' || spelled || ')(?=s? )' else '(' || spelled || ')' end
      from (select string_agg(case when length(letters) < 6 then letter
                                when letter = 'a' then 'a(?: ?[ae])?' when letter in ('o', 'u') then letter || '(?: ?e)?'
                                else letter end, ' ?' order by place) as spelled
              from regexp_split_to_table(case when length(letters) < 6 then letters else private.without_umlauts(letters) end, '')
                     with ordinality as each (letter, place)) as apart
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := private.searchable_advert(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.straight_apostrophes (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select translate(value, U&'`\00B4\02BC\2018\2019', repeat('''', 5)) $function$;

CREATE OR REPLACE FUNCTION private.take_back_entries (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare given record;
  begin
    perform private.lock_entries(entries);
    for given in select * from private.seen_versions(entries, seen) loop
      perform private.take_back_entry(given.id, given.version);
    end loop;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_back_no (
  entries       uuid[],
  applied_entry uuid   DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where (said.entry_id = any (entries) or said.applied_entry_id = applied_entry) and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  item_row   public.inbox_items,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    -- What a list leaves out beyond kinds, whichever filters there are.
    narrowed public.inbox_filter := filter;
    takes_suspects boolean := filter.suspect or filter.only_group = 'suspect' or filter.words is not null;
  begin
    narrowed.kind := null;
    narrowed.descending := null;
    if narrowed is null then
      item_id := private.take_next_of(filter.kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select item.id, item.version, page.stood
          from private.inbox_page(
                 caller, filter, case when is_after then from_group end,
                 case when is_after then private.inbox_key(item_row, filter) end, case when is_after then item_row.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> item_row.id
            and case when item.holder is null then item.state in ('new', 'open') and (takes_suspects or not item.is_suspect)
                  else item.holder = caller and item.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as item
          where item.id = wanted.id and item.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_on_applicants (
  entries uuid[],
  seen    integer[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    taken_on uuid[] := '{}';
    agreed integer := 0;
    of_requirement record;
  begin
    perform private.lock_entries(entries);
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.applied_at is not null and entry_row.state not in ('applied', 'withdrawn', 'closed');
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      select * into requirement_row from public.job_requirements where id = entry_row.requirement_id;
      perform private.refuse_closed(requirement_row.status);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      elsif person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      perform private.refuse_full_shortlist(requirement_row.id);
      perform private.refuse_twin(entry_row.id, private.asked_states());
      update public.shortlist_entries as entry set state = 'draft' where entry.id = given.id returning * into entry_row;
      if private.agree_by_application(entry_row, person) then
        agreed := agreed + 1;
      end if;
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.mail_applicant(entry_row);
      taken_on := taken_on || given.id;
    end loop;
    for of_requirement in select * from private.by_requirement(taken_on) loop
      perform private.assign_if_none(of_requirement.id);
      perform private.record_applicants(of_requirement.id, 'candidates_taken_on', of_requirement.applicants);
      perform private.settle_applicants(of_requirement.id);
    end loop;
    return jsonb_build_object('taken_on', cardinality(taken_on), 'agreed', agreed);
  end $function$;

CREATE OR REPLACE FUNCTION private.taken_on_applicants (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'told_at', undo.ends_at,
               'mailed_at', private.by_day(undo.ends_at)) order by undo.ends_at desc, person.full_name, entry.id), '[]')
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join lateral (select private.taken_on_lately(entry) + private.applicant_answer_waits() as ends_at) as undo
      where entry.requirement_id = taken_on_applicants.requirement and entry.state in ('draft', 'agreed')
        and entry.applied_at is not null and undo.ends_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down_applicants (
  entries uuid[],
  seen    integer[],
  words   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    of_requirement record;
    waiting uuid[] := '{}';
    turned_down integer := 0;
  begin
    perform private.lock_entries(entries);
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.turned_down_at is not null;
      entry_row := private.locked_entry(given.id, given.version);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      waiting := waiting || given.id;
    end loop;
    for of_requirement in select * from private.by_requirement(waiting) loop
      perform private.assign_if_none(of_requirement.id);
      turned_down := turned_down + private.turn_down(of_requirement.id, of_requirement.applicants, words);
    end loop;
    return turned_down;
  end $function$;

CREATE OR REPLACE FUNCTION private.turned_down_applicants (
  requirement uuid,
  is_open     boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
               'told_at', undo.ends_at, 'mailed_at', private.by_day(undo.ends_at), 'reason', entry.turned_down_reason,
               -- Those of one act have the same words, but for their names.
               'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
               order by entry.turned_down_at desc, entry.place, entry.id), '[]')
      from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
              from (select listed.*, private.is_undoable_no(listed) as is_undoable from public.shortlist_entries as listed
                      where listed.requirement_id = turned_down_applicants.requirement and listed.turned_down_at is not null
                      order by listed.turned_down_at desc, listed.id
                      limit greatest(50, (
                        select count(*) from public.shortlist_entries as recent
                          where recent.requirement_id = turned_down_applicants.requirement
                            and recent.turned_down_at > now() - private.applicant_answer_waits()))) as over) as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join lateral (
        select case when entry.is_undoable and is_open then entry.turned_down_at + private.applicant_answer_waits() end as ends_at) as undo
  $function$;

CREATE OR REPLACE FUNCTION private.twin_rows (
  import uuid
)
  RETURNS TABLE (
    place       integer,
    first_place integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys,
             private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), first_row as (
      select table_row.place, min(table_row.place) over (partition by table_row.mailbox) as first_place
        from table_row where table_row.mailbox is not null
      union all
      select table_row.place, min(table_row.place) over (partition by table_row.name_key, table_row.town)
        from table_row where table_row.name_key is not null and table_row.mailbox is null and table_row.number_keys = '{}'
      union all
      select keyed.place, keyed.first_place
        from (select table_row.place, key = any (table_row.like_keys) as is_like,
                     min(table_row.place) filter (where key = any (table_row.number_keys))
                       over (partition by table_row.name_key, key) as first_place
                from table_row cross join unnest(table_row.number_keys || table_row.like_keys) as key
                where table_row.name_key is not null) as keyed
        where keyed.is_like
    )
    select first_row.place, min(first_row.first_place)
      from first_row where first_row.first_place < first_row.place group by first_row.place
  $function$;

CREATE OR REPLACE FUNCTION private.undo_own_refusal (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    consent public.candidate_consents;
  begin
    select question.* into consent from private.last_question(entry) as question where question.candidate_id = person.id;
    if consent.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(consent);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_refusal (
  consent public.candidate_consents
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare beside uuid[] := array(select private.entries_beside((consent).entry_id));
  begin
    perform from public.shortlist_entries where id = any (beside) order by id for update;
    if exists (select from public.candidates as person where person.id = (consent).candidate_id and person.erase_at is not null) then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif not exists (select from public.candidate_consents as said
                    where said.id = (consent).id and said.tell_at > now() and private.is_still_theirs(said)) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    -- Of what they were not asked about at all, the no goes as well.
    update public.shortlist_entries as entry
      set state = case when exists (
            select from public.candidate_consents as said
              where said.entry_id = entry.id and said.tell_at > now() and said.closed_at is null) then 'asked' else 'draft' end
      where entry.id = any (beside) and entry.state = 'withdrawn' and coalesce((
        select question.tell_at > now() or num_nonnulls(question.refused_at, question.withdrawn_at) = 0
          from private.last_question(entry.id) as question), true);
    update public.candidate_consents as said set refused_at = null, tell_at = null
      where said.tell_at > now() and (said.entry_id = any (beside)
        or (consent).purpose = 'keep' and said.purpose = 'keep' and said.candidate_id = (consent).candidate_id);
    perform private.cancel_question(entry.id)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      join public.shortlists as list on list.requirement_id = entry.requirement_id
      where entry.id = any (beside) and entry.state = 'asked'
        and (entry.is_blind <> list.is_blind or entry.is_by_mail <> list.is_by_mail
          or entry.card is distinct from private.card_of(person, entry.chosen, list.is_blind));
  end $function$;

CREATE OR REPLACE FUNCTION private.waiting_applicants (
  requirement public.job_requirements,
  skip        integer,
  after       uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
               'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
               'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
               'phone', person.phone, 'skills', person.skills,
               -- What somebody known has typed here otherwise than on their record.
               'differs', private.typed_otherwise(entry),
               'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                           when exists (select from public.candidate_consents as consent
                                         where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                           and private.is_in_force(consent)) then 'other_card' end,
               'is_kept', private.has_keep_consent(person.id), 'is_known', person.created_at < entry.applied_at,
               'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
               'is_never', private.matches_blocklist(person, (requirement).client_id, domains.known),
               'near_names', nullif(private.near_names(person, private.company_name((requirement).client_id)), '{}'),
               'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
      from (select * from public.shortlist_entries as waiting
              where waiting.requirement_id = (requirement).id and waiting.state = 'applied'
                and (after is null or (waiting.applied_at, waiting.id) > (
                  select last_read.applied_at, last_read.id from public.shortlist_entries as last_read where last_read.id = after))
              order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join (select private.domains_of((requirement).client_id) as known) as domains
  $function$;

CREATE OR REPLACE FUNCTION private.wanted_pay (
  words text,
  OUT   yearly numeric,
  OUT   others text
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    typed text := left(private.fold_text(left(words, 400)), 200);
    pattern constant text := '(?:^|\s)(₹|rs\.?|inr)?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(lpa|lakhs?|lacs?|k|thousand)?'
      || '(?:\s*(-|–|to)\s*(?:₹|rs\.?|inr)?\s*[0-9][0-9,.]*)?\s*(lpa|lakhs?|lacs?|k|thousand)?\s*(/-|rs\.?|inr|rupees)?\+?'
      || '(?:\s*(?:a|per|/|p\.?)\s*(month|m|year|annum|a)\.?|\s*(monthly|yearly))?(?=\s|$)';
    -- Beside a number these say that it is pay, and nothing of the job.
    telling constant text := '\m(?:salary|ctc|pay|package|stipend|wages?)\M';
    part text[] := regexp_match(typed, pattern);
    rest text := regexp_replace(typed, pattern, ' ');
    amount numeric;
    unit text := coalesce(part[3], part[5]);
  begin
    others := words;
    if part is null or length(part[2]) > 12 then
      return;
    end if;
    amount := replace(part[2], ',', '')::numeric * case when unit in ('k', 'thousand') then 1000 when unit is not null then 100000 else 1 end;
    if amount < 1000 or num_nonnulls(part[1], unit, part[6], part[7], part[8]) = 0 and rest !~ telling
                        and (amount % 500 <> 0 or part[4] is null and private.job_words(rest) <> '{}') then
      return;
    end if;
    yearly := private.yearly_pay(amount, case
      when coalesce(part[7], part[8], case when unit = 'lpa' or amount >= 150000 then 'year' else 'month' end) in ('month', 'm', 'monthly')
        then 'month' else 'year' end);
    others := private.trimmed(regexp_replace(rest, telling, ' ', 'g'));
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_from (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    entry_row := private.own_entry(person.id, entry);
    if private.is_application(entry_row) then
      perform private.withdraw_application(entry_row);
    elsif exists (select from public.candidate_consents where entry_id = entry_row.id) then
      perform private.close_entry(each.id, true) from private.entries_beside(entry_row.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
        where refused.id = (private.last_question(entry_row.id)).id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.without_umlauts (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(folded, '(?<=[aou])e|(?<=a)a', '', 'g') $function$;

CREATE OR REPLACE FUNCTION public.export_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
  filter    public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  after_key timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone,
    applications          jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_candidates(words, city, filter, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_requirements (
  fields    text[]                    DEFAULT '{}'::text[],
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb,
    applicants         jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(fields, filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_applicants (
  requirement uuid,
  skip        integer DEFAULT 0,
  after       uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_applicants(requirement, skip, after) $function$;

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER stamp_update
  BEFORE UPDATE OF title,
    place,
    country,
    work,
    is_remote,
    min_experience,
    max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, named_by, LANGUAGE, written_by, opened_at, closes_on, closed_at ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

REVOKE ALL ON FUNCTION "private"."answers_about"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applications_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."by_requirement"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_conditions"(public.candidate_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."company_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."company_name_parts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_had_at"(public.shortlist_entries, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_arrivals"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_record"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_account"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."first_company_word"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_many_free"(public.candidate_filter, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_requirement"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holder_of"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_names"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_parts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listed_for"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_entry_facts"(public.shortlist_entries, public.candidates, public.job_requirements, public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."people_by_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_signs"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_signs"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."read_applicants"(uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_applicants"(uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_withdrawal"(public.shortlist_entries, boolean, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recruiter_contact"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminders_of"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_row_fill"(text, regclass, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_advert"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seen_versions"(uuid[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."short_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."straight_apostrophes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."straight_apostrophes"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."take_back_no"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_on_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turned_down_applicants"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."twin_rows"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_applicants"(public.job_requirements, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_umlauts"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) TO "postgres";
