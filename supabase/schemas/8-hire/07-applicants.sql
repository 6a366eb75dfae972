-- Applicants: who has applied by themselves, until the team takes them on or turns them down, and that nobody is left without an
-- answer (docs/decisions/hire.md). An applicant is an entry in its first state, of which no company knows.

-- How long an answer can be undone before it is mailed.
create function private.applicant_answer_waits() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- When an answer that is given now is mailed: as soon as it can't be undone any more, and by day.
create function private.answer_mailed_at() returns timestamptz
  language sql stable security definer set search_path = '' as $$ select private.by_day(now() + private.applicant_answer_waits()) $$;

-- # Nobody applies where it is over, and nothing is over while somebody waits

-- Refuses an applicant where the advert is not open. It stays open until they are there.
create function private.refuse_late_applicant() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.adverts as advert
      where advert.requirement_id = new.requirement_id and advert.opened_at is not null and advert.closed_at is null for share;
    if not found then
      raise exception 'advert_closed' using errcode = 'PT422';
    end if;
    return new;
  end $$;

create trigger refuse_late_applicant before insert or update of state on public.shortlist_entries
  for each row when (new.state = 'applied') execute function private.refuse_late_applicant();

-- Refuses to close an advert while somebody waits for an answer.
create function private.refuse_closing_on_applicants() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.applicants_of(new.requirement_id) > 0 then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
    return new;
  end $$;

create trigger refuse_closing_on_applicants before insert or update of closed_at on public.adverts
  for each row when (new.closed_at is not null) execute function private.refuse_closing_on_applicants();

-- How many have applied for a requirement and wait for an answer.
create function private.applicants_of(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = applicants_of.requirement and entry.state = 'applied'
  $$;

-- Would it be done with the line of a requirement while somebody waits there for an answer?
create function private.leaves_applicants(item public.inbox_items, next_state public.inbox_state) returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(next_state in ('done', 'spam'), false) and private.applicants_of((item).requirement_id) > 0
  $$;

create function private.refuse_leaving_applicants(item public.inbox_items, next_state public.inbox_state) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if private.leaves_applicants(item, next_state) then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
  end $$;

-- # What is told of applicants

-- Writes for the team that something has happened to applicants; it is nobody's word whom the team is not. Those who apply on one
-- day are one event, which says when the last of them came.
create function private.record_applicants(requirement uuid, type text, entries uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- A line that is there for applicants alone is due as their day and their page say: with the day on which the first of them has
-- the answer that was promised.
create function private.set_applicants_due(item public.inbox_items) returns void
  language sql security definer set search_path = '' as $$
    update public.inbox_items as line set due_at = first.due
      from (select (date_trunc('day', private.answer_by(min(entry.applied_at)) at time zone private.zone()) + interval '1 day - 1 second')
                     at time zone private.zone() as due
              from public.shortlist_entries as entry
              where entry.requirement_id = (item).requirement_id and entry.state = 'applied') as first
      where line.id = (item).id and first.due <> line.due_at and private.is_for_applicants(line)
  $$;

-- Has the line of a requirement in the inbox by which its applicants wait, unless it is there. What somebody in charge has put off
-- until a day stays so: their own day has the applicants.
create function private.reopen_for_applicants(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = reopen_for_applicants.requirement for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select listed.recruiter_id from public.job_requirements as listed where listed.id = reopen_for_applicants.requirement))) then
      perform private.reopen_item(reopen_for_applicants.requirement, 'applied', null);
    end if;
    perform private.set_applicants_due(item);
  end $$;

-- Tells the team of an applicant, by one line of the inbox however many there are.
create function private.announce_application(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare requirement uuid := (select known.requirement_id from public.shortlist_entries as known where known.id = entry);
  begin
    perform private.reopen_for_applicants(requirement);
    perform private.record_applicants(requirement, 'candidates_applied', array[entry]);
  end $$;

-- Is a line of the inbox there because of applicants, and of nothing else? They have brought it back, or what else it was there
-- for is answered.
create function private.is_for_applicants(item public.inbox_items) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (item).requirement_id is not null and (item).state in ('new', 'open')
      and coalesce((select event.type in ('applied', 'answered') from public.item_events as event
                      where event.item_id = (item).id and (event.type = 'answered' or event.changes -> 'state' ->> 1 = 'new')
                      order by event.created_at desc, event.id desc limit 1), false)
      and private.answer_due((item).requirement_id) is null
  $$;

-- The line that applicants have brought back is done with the last of them.
create function private.settle_applicants(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = settle_applicants.requirement for update;
    if private.is_for_applicants(item) and private.applicants_of(requirement) = 0 then
      perform private.apply_state(private.current_user_id(), item, 'done', null);
    else
      perform private.set_applicants_due(item);
    end if;
  end $$;

-- Entries with the requirement that they are of.
create function private.by_requirement(entries uuid[]) returns table (id uuid, applicants uuid[])
  language sql stable security definer set search_path = '' as $$
    select entry.requirement_id, array_agg(entry.id order by entry.id) from public.shortlist_entries as entry
      where entry.id = any (entries) group by entry.requirement_id order by entry.requirement_id
  $$;

-- Writes that applicants, of whichever requirements, wait again as if nobody had answered them, and has their lines in the inbox.
create function private.record_put_back(entries uuid[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare of_requirement record;
  begin
    for of_requirement in select * from private.by_requirement(entries) loop
      perform private.record_applicants(of_requirement.id, 'candidates_put_back', of_requirement.applicants);
      perform private.reopen_for_applicants(of_requirement.id);
    end loop;
    return cardinality(entries);
  end $$;

-- Has nobody mail an applicant what their answer was; refuses where it is under way.
create function private.cancel_answer(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text and mail.first_attempt_at is null;
    if not found and exists (select from public.mail_outbox as mail
                              where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
  end $$;

-- Has somebody who applied still to hear their answer: are they not answered, or is it not mailed yet?
create function private.awaits_answer(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (entry).state = 'applied' or private.has_open_answer((entry).id, false) or private.has_open_answer((entry).id, true)
  $$;

-- Has an applicant answered by mail, once for each application. What waits of an earlier one would say what this one does: it is not sent as well.
create function private.mail_applicant(entry public.shortlist_entries) returns void
  language sql security definer set search_path = '' as $$
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = (entry).id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = (entry).candidate_id);
    select private.enqueue_mail(
        'application_answer', 'answer.' || (entry).id || '.' || extract(epoch from (entry).applied_at)::bigint,
        jsonb_build_object('entry', (entry).id, 'candidate', person.id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person where person.id = (entry).candidate_id and person.email is not null
  $$;

-- Has an applicant's answer go at once that waits still: it says as well that they are shown. Returns whether there was one.
create function private.hasten_answer(entry uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.mail_outbox as mail set not_before = now(), next_attempt_at = now()
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = hasten_answer.entry::text
        and mail.next_attempt_at is not null and mail.first_attempt_at is null;
    return found;
  end $$;

-- A requirement that is deleted, with its company or by an operator, answers whoever waits: their mail then names no job.
create function private.answer_before_deletion() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.mail_applicant(entry) from public.shortlist_entries as entry
      where entry.requirement_id = old.id and entry.state = 'applied';
    return old;
  end $$;

create trigger answer_before_deletion before delete on public.job_requirements
  for each row execute function private.answer_before_deletion();

-- The company of an application as its applicant was told it: the name that stood there when they pressed, or that stands there
-- now, on the advert that they have applied for. What was opened anew since, may be another company's.
create function private.applied_company(entry public.shortlist_entries) returns text
  language sql stable security definer set search_path = '' as $$
    select coalesce((entry).told_company, (
      select private.job_of(advert) ->> 'company' from public.adverts as advert
        where advert.requirement_id = (entry).requirement_id and advert.opened_at <= (entry).applied_at))
  $$;

-- With their answer the name is told that stands there, for good.
create function private.keep_told_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.told_company := private.applied_company(new);
    return new;
  end $$;

create trigger keep_told_company before update of state on public.shortlist_entries
  for each row when (old.state = 'applied' and new.state <> 'applied') execute function private.keep_told_company();

-- # Turning down

-- Was somebody turned down of whom it can be undone: by the team, within the minutes, and not since the job is over?
create function private.is_undoable_no(entry public.shortlist_entries) returns boolean
  language sql stable set search_path = '' as $$
    select (entry).state = 'closed' and (entry).turned_down_reason is null
      and coalesce((entry).turned_down_at > now() - private.applicant_answer_waits(), false)
  $$;

-- Words to an applicant, with the places of a template (docs/decisions/inbox.md) filled in: their first name, the job as they know
-- it, and who writes.
create function private.filled_words(words text, entry public.shortlist_entries) returns text
  language sql stable security definer set search_path = '' as $$
    select replace(replace(replace(private.trimmed(words), '{name}', private.first_name_of(person)), '{title}', advert.title),
                   '{my name}', coalesce(colleague.display_name, ''))
      from public.candidates as person
      join public.adverts as advert on advert.requirement_id = (entry).requirement_id
      join public.job_requirements as requirement on requirement.id = (entry).requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      where person.id = (entry).candidate_id
  $$;

-- Refuses words to applicants by which they would read whose job it is while that is not told, and those that become too long with
-- a name in them.
create function private.refuse_words(requirement uuid, entries uuid[], words text) returns void
  language plpgsql stable security definer set search_path = '' as $$
  declare traces text[];
  begin
    select private.company_traces(requirement_row, words) into traces
      from public.adverts as advert join public.job_requirements as requirement_row on requirement_row.id = advert.requirement_id
      where advert.requirement_id = refuse_words.requirement and not advert.is_named;
    if traces <> '{}' then
      raise exception 'company_in_words' using errcode = 'PT422', hint = traces[1];
    end if;
    if exists (select from public.shortlist_entries as entry
                 where entry.id = any (entries) and not private.is_text(private.filled_words(words, entry), 4000)) then
      raise exception 'words_too_long' using errcode = 'PT422';
    end if;
  end $$;

-- Turns down applicants who are held, of one requirement, in these words or the standard ones: those of a reason, where it is the
-- job that is over. Returns how many.
create function private.turn_down(requirement uuid, entries uuid[], words text, reason text default null) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    perform private.refuse_words(requirement, entries, words) where words is not null;
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry),
            turned_down_reason = reason
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $$;

-- Turns down up to fifty applicants, all or none, each as the caller has seen it; who was turned down already is not again.
-- Returns how many were.
create function private.turn_down_applicants(entries uuid[], seen integer[], words text) returns integer
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.turn_down_applicants to authenticated;

-- # Taking on

-- The yes of an applicant to the card as it would be frozen now; null for none, and for one to another card.
create function private.applied_yes(entry public.shortlist_entries) returns public.candidate_consents
  language sql stable security definer set search_path = '' as $$
    select consent from public.candidate_consents as consent
      where consent.applied_entry_id = (entry).id and consent.card_digest = private.card_digest(entry) and private.is_in_force(consent)
      order by consent.given_at desc, consent.id limit 1
  $$;

-- Makes an applicant's yes one to the card, which is frozen by it: they have agreed. Where a rule refuses to ask them, they are
-- only taken on.
create function private.agree_by_application(entry_row public.shortlist_entries, person public.candidates) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare yes public.candidate_consents := private.applied_yes(entry_row);
  begin
    if yes.id is null then
      return false;
    end if;
    perform private.refuse_asking(entry_row, person);
    perform private.freeze_card(entry_row, person);
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_at, given_at,
                                           card_digest, ends_at, mailbox_digest, way)
      select yes.candidate_id, 'show', entry.id, yes.notice_version, yes.language, yes.basis, yes.how, yes.asked_at, yes.given_at,
             yes.card_digest, yes.given_at + private.consent_validity(), yes.mailbox_digest,
             case when entry.is_by_mail then 'mail' else 'portal' end
        from public.shortlist_entries as entry where entry.id = entry_row.id;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    return true;
  exception when sqlstate 'PT422' then
    return false;
  end $$;

-- Takes up to fifty applicants on, all or none, each as the caller has seen it: to be asked about a card, or, whose yes is to the
-- very card, to be shown. Who was taken on already is not again. Returns how many were, and how many of them have agreed.
create function private.take_on_applicants(entries uuid[], seen integer[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.take_on_applicants to authenticated;

-- When somebody who waits to be asked, or to be shown, was taken on, as long as that can be undone: they are told ten minutes later,
-- and nobody has asked them anything meanwhile. Null else.
create function private.taken_on_lately(entry public.shortlist_entries) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select case when (entry).applied_at is not null and (entry).state in ('draft', 'agreed') then (
        select max(event.created_at) from public.requirement_events as event
          where event.requirement_id = (entry).requirement_id and event.type = 'candidates_taken_on'
            and event.created_at > now() - private.applicant_answer_waits() and event.created_at >= (entry).applied_at
            and (entry).id = any (event.entry_ids)
            and not exists (select from public.candidate_consents as question
                              where question.entry_id = (entry).id and question.asked_at >= event.created_at)
            -- Nor has anything else become of them, such as that they were shown, and taken back.
            and not exists (select from public.requirement_events as later
                              where later.requirement_id = event.requirement_id and later.created_at > event.created_at
                                and (entry).id = any (later.entry_ids))) end
  $$;

-- Puts back applicants who were taken on, or turned down, all or none, as long as they were not told and the advert is not over, and
-- nobody has asked or shown them: the yes of their application is one to a card no more. What the job's end has answered stays so.
-- Returns how many.
create function private.undo_answers(entries uuid[], were_taken_on boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    answered_at timestamptz;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      answered_at := case when were_taken_on then private.taken_on_lately(entry_row)
                          when private.is_undoable_no(entry_row) then entry_row.turned_down_at end;
      -- What was opened anew since, may be another company's.
      if answered_at is null or exists (select from public.adverts as advert
            where advert.requirement_id = entry_row.requirement_id and advert.opened_at > answered_at) then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      if were_taken_on then
        delete from public.candidate_consents as made where made.entry_id = entry_row.id and made.given_at >= entry_row.applied_at;
        perform private.cancel_question(entry_row.id);
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $$;
grant execute on function private.undo_answers to authenticated;

-- # The end of an advert

-- Holds everybody of a requirement that is held who waits for an answer, in the order of everybody.
create function private.lock_applicants(requirement uuid) returns uuid[]
  language plpgsql security definer set search_path = '' as $$
  declare applicants uuid[];
  begin
    perform from public.candidates
      where id in (select entry.candidate_id from public.shortlist_entries as entry
                     where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied')
      order by id for update;
    select array_agg(held.id) into applicants from (
      select entry.id from public.shortlist_entries as entry
        where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied' order by entry.id for update) as held;
    return coalesce(applicants, '{}');
  end $$;

-- Closes the advert of a requirement that is held, where nobody waits any more.
create function private.close_answered_advert(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare closed public.adverts;
  begin
    update public.adverts as advert set closed_at = now()
      where advert.requirement_id = close_answered_advert.requirement and advert.opened_at is not null and advert.closed_at is null
      returning * into closed;
    if found then
      -- Who was taken on before it was named goes on reading the name.
      update public.shortlist_entries as entry set told_company = private.applied_company(entry)
        where entry.requirement_id = closed.requirement_id and entry.told_company is null and private.applied_company(entry) is not null;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type)
        select listed.id, listed.client_id, case when acting.side is not null then private.current_user_id() end, acting.side, 'advert_closed'
          from public.job_requirements as listed cross join lateral (select private.side_on(listed.client_id) as side) as acting
          where listed.id = closed.requirement_id;
    end if;
  end $$;

-- Ends the advert of a requirement that is held: whoever waits is turned down in these words, or the standard ones of the reason
-- for which the job is over.
create function private.end_advert(requirement uuid, words text, reason text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.turn_down(requirement, private.lock_applicants(requirement), words, reason);
    perform private.close_answered_advert(requirement);
  end $$;

-- Tells whoever was taken on, and not shown by now, that their job is over; not whose answer nobody has tried to send, which says
-- so itself. One that is under way may have said the contrary: ten minutes later it has gone, or says so as well.
create function private.tell_taken_on(requirement uuid) returns void
  language sql security definer set search_path = '' as $$
    select private.enqueue_mail(
        'candidate_news', 'over.' || entry.id || '.' || extract(epoch from entry.applied_at)::bigint,
        jsonb_build_object('entry', entry.id, 'over', tell_taken_on.requirement), address => person.email,
        not_before => now() + case when private.has_open_answer(entry.id, true) then interval '10 minutes' else interval '0' end)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id and person.email is not null
      where entry.requirement_id = tell_taken_on.requirement and entry.applied_at is not null
        and entry.state in ('draft', 'asked', 'agreed') and not private.has_open_answer(entry.id, false)
  $$;

-- Tells whoever had applied and was taken on that they are taken back by the team, or a rule. Of whose answer has not gone that says
-- so itself; who has been offered the work has been spoken with.
create function private.tell_taken_back(entry public.shortlist_entries) returns void
  language sql security definer set search_path = '' as $$
    select private.enqueue_mail(
        'candidate_news', 'taken_back.' || (entry).id || '.' || extract(epoch from now())::bigint,
        jsonb_build_object('entry', (entry).id, 'taken_back', (entry).requirement_id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person
      where person.id = (entry).candidate_id and person.email is not null and (entry).applied_at is not null
        and (entry).state in ('draft', 'asked', 'agreed', 'shown', 'interview') and not private.has_open_answer((entry).id, false)
  $$;

-- Is the mail of somebody's answer still to be sent: one that was tried, or one that was not?
create function private.has_open_answer(entry uuid, is_tried boolean) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.mail_outbox as answer
                    where answer.template = 'application_answer' and answer.ids ->> 'entry' = has_open_answer.entry::text
                      and answer.next_attempt_at is not null and (answer.first_attempt_at is not null) = is_tried)
  $$;

-- Whoever has applied to the company before, and was taken on, has the answer of those who wait: the job is closed. Of whom nobody
-- was asked any more (private.cancel_moved_questions).
create function private.turn_down_moved(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare moved uuid[];
  begin
    with closed as (
      update public.shortlist_entries as entry set state = 'closed', turned_down_at = now(), turned_down_reason = 'closed'
        where entry.requirement_id = turn_down_moved.requirement and entry.applied_at is not null and entry.state = 'draft'
        returning entry.id)
    select array_agg(closed.id order by closed.id) into moved from closed;
    if moved is not null then
      perform private.record_applicants(requirement, 'candidates_turned_down', moved);
    end if;
  end $$;

-- A requirement that nobody is looked for any more, or that is another company's now, has no advert.
create function private.end_advert_of_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if old.client_id is distinct from new.client_id then
      -- The name that stood there, and what candidates may read of the pay, were another company's word.
      update public.adverts as advert set is_named = false, named_by = null, tells_pay = false
        where advert.requirement_id = new.id and (advert.is_named or advert.tells_pay);
      update public.shortlists as list set tells_pay = false where list.requirement_id = new.id and list.tells_pay;
    end if;
    perform private.end_advert(new.id, null, case
      when old.client_id is distinct from new.client_id then 'closed' when new.status = 'filled' then 'filled'
      when private.side_on(new.client_id) = 'company' then 'taken_down' else 'closed' end);
    perform private.tell_taken_on(new.id);
    return null;
  end $$;

create trigger answer_applicants after update of status, client_id on public.job_requirements
  -- Whoever changes it asks this, and has no right to private.closed_statuses.
  for each row when (old.status is distinct from new.status and new.status in ('filled', 'cancelled')
                     or old.client_id is distinct from new.client_id)
  execute function private.end_advert_of_requirement();

-- Adverts whose last day is over: who has waited beyond the promised time is turned down in the standard words, and what nobody
-- waits for is closed. One that fails holds up no other.
create function private.close_expired_adverts() returns void
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- # What the team sees

-- A page of fifty of a requirement's applicants, who has waited longest first, with what decides at a glance: who they are, their
-- words, what of a yes they have given, and whether we knew them: those after the last of the page before, which keeps its place when
-- it is answered. Sites of before 27 November 2026, 18:00, skip a number instead.
create function private.waiting_applicants(requirement public.job_requirements, skip integer, after uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- Who was turned down, the last first, fifty and all of whom it can be undone, in which words; until when that can be undone, unless
-- the advert is over, and when it is mailed.
create function private.turned_down_applicants(requirement uuid, is_open boolean) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- The same of who was taken on, as long as that can be undone.
create function private.taken_on_applicants(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'told_at', undo.ends_at,
               'mailed_at', private.by_day(undo.ends_at)) order by undo.ends_at desc, person.full_name, entry.id), '[]')
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join lateral (select private.taken_on_lately(entry) + private.applicant_answer_waits() as ends_at) as undo
      where entry.requirement_id = taken_on_applicants.requirement and entry.state in ('draft', 'agreed')
        and entry.applied_at is not null and undo.ends_at is not null
  $$;

-- A requirement's applicants: who waits, who was turned down and who taken on; how many there are, and when what is answered now is
-- mailed. Null for a requirement that is not there.
create function private.read_applicants(requirement uuid, skip integer, after uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.read_applicants to authenticated;

-- # The mail

-- What an applicant is told, as it is when the mail goes: that they are taken on, and what comes next, or turned down, in which
-- words; from whoever is in charge. A confidential advert names no company. Null when they have withdrawn, or have another address.
create function private.application_answer_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- # Exposed through the Data API

create function public.take_on_applicants(entries uuid[], seen integer[]) returns jsonb
  language sql set search_path = '' as $$ select private.take_on_applicants(entries, seen) $$;
grant execute on function public.take_on_applicants to authenticated;

create function public.turn_down_applicants(entries uuid[], seen integer[], words text default null) returns integer
  language sql set search_path = '' as $$ select private.turn_down_applicants(entries, seen, words) $$;
grant execute on function public.turn_down_applicants to authenticated;

create function public.read_applicants(requirement uuid, skip integer default 0, after uuid default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_applicants(requirement, skip, after) $$;
grant execute on function public.read_applicants to authenticated;

create function public.undo_turned_down(entries uuid[]) returns integer
  language sql set search_path = '' as $$ select private.undo_answers(entries, false) $$;
grant execute on function public.undo_turned_down to authenticated;

create function public.undo_taken_on(entries uuid[]) returns integer
  language sql set search_path = '' as $$ select private.undo_answers(entries, true) $$;
grant execute on function public.undo_taken_on to authenticated;
