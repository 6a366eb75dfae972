-- Talks with candidates and what comes next: by call, WhatsApp, mail or meeting, for a job or about the candidate alone
-- (docs/decisions/candidates.md).

-- What the team does next about somebody, as pages have it; null for nothing.
create function private.next_step(next_on date, next_words text, next_by uuid) returns jsonb
  language sql immutable set search_path = '' as $$
    select case when next_on is not null then jsonb_build_object('on', next_on, 'words', next_words, 'by', next_by) end
  $$;

-- The latest talks with a candidate and notes about them, the newest first, each with the job that it was about.
create function private.talks_of(candidate uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', talk.id, 'channel', talk.channel, 'body', talk.body, 'created_at', talk.created_at, 'author', talk.author,
               'entry_id', talk.entry_id, 'job_title', requirement.job_title)
               order by talk.created_at desc, talk.id desc), '[]')
      from (select * from public.candidate_notes as written where written.candidate_id = candidate
              order by written.created_at desc, written.id desc limit most) as talk
      left join public.shortlist_entries as entry on entry.id = talk.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $$;

-- Where else a candidate is in process, by all their records: for which job of which company, how far, and since when. The
-- furthest first.
create function private.entries_elsewhere(candidate uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'state', entry.state, 'requirement_id', entry.requirement_id,
               'job_title', job.job_title, 'company', private.company_name(job.client_id),
               'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
               'since', case entry.state
                 when 'asked' then (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'agreed' then (select max(consent.given_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'interview' then entry.answered_at
                 when 'shown' then entry.shown_at
                 else entry.offered_at end)
               order by array_position(private.asked_states(), entry.state) desc, entry.created_at, entry.id), '[]')
      from public.shortlist_entries as entry
      join private.entries_in_process as running on running.id = entry.id
      join public.job_requirements as job on job.id = entry.requirement_id
      where entry.candidate_id in (select private.records_of(candidate))
        and entry.requirement_id is distinct from entries_elsewhere.requirement
  $$;

-- Is this the last thing that was said of a candidate, by the same one within the last minutes? Then it came twice.
create function private.repeated_talk(candidate uuid, caller uuid, entry uuid, channel text, words text) returns uuid
  language sql stable security definer set search_path = '' as $$
    select last.id
      from (select * from public.candidate_notes as talk where talk.candidate_id = repeated_talk.candidate
              order by talk.created_at desc, talk.id desc limit 1) as last
      where last.author = caller and last.body = words and last.entry_id is not distinct from entry
        and last.channel is not distinct from repeated_talk.channel and last.created_at > now() - private.repeats_within()
  $$;

-- May this be the next step: words with a day, from today to a year ahead, and none in the place of one that a colleague has set since?
create function private.check_next_step(wanted date, words text, standing date, standing_by uuid, seen date) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if wanted is null and words is not null then
      raise exception 'next_day_missing' using errcode = 'PT422';
    elsif wanted not between private.today() and private.today() + 365 then
      raise exception 'next_day_out_of_reach' using errcode = 'PT422';
    elsif wanted is not null and standing is distinct from seen and standing is not null
      and standing_by is distinct from private.current_user_id() then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    end if;
  end $$;

-- Writes down a talk with a candidate, or a note, once for each form: for a job, or about the candidate alone. It settles the next step
-- that its author has seen there, and sets another one, from today to a year ahead; a step that a colleague has set since stays.
-- Without words only the step changes: it is put off, or done.
create function private.note_talk(
    candidate uuid, form uuid, words text, channel text, entry uuid, next_on date, next_words text, seen_next date) returns uuid
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.note_talk to authenticated;

-- # Reminding

-- From when on a question that nothing was said to may be mailed once more: a day after the last mail, twice in all; null for
-- no more.
create function private.reminder_from(consent public.candidate_consents) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case when (consent).reminders < 2 and (consent).how <> 'phone_link'
                  and num_nonnulls((consent).given_at, (consent).refused_at, (consent).withdrawn_at, (consent).closed_at) = 0
             then greatest((consent).asked_at, (consent).reminded_at) + interval '1 day' end
  $$;

-- How often somebody was reminded of a question, when last, and from when on they may be again.
create function private.reminders_of(question public.candidate_consents) returns jsonb
  language sql immutable set search_path = '' as $$
    select jsonb_build_object('count', (question).reminders, 'at', (question).reminded_at, 'from', private.reminder_from(question))
      where (question).id is not null
  $$;

-- Mails the question of an entry once more, with the same link, and notes that as a talk. Says whether it was sent: not within
-- a day after the last mail.
create function private.remind_candidate(entry uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.remind_candidate to authenticated;

-- # Exposed through the Data API

create function public.note_talk(
    candidate uuid, form uuid, words text default null, channel text default null, entry uuid default null,
    next_on date default null, next_words text default null, seen_next date default null) returns uuid
  language sql set search_path = '' as $$
    select private.note_talk(candidate, form, words, channel, entry, next_on, next_words, seen_next)
  $$;
grant execute on function public.note_talk to authenticated;

create function public.remind_candidate(entry uuid) returns boolean
  language sql set search_path = '' as $$ select private.remind_candidate(entry) $$;
grant execute on function public.remind_candidate to authenticated;
