-- Applying: what anybody sends for an advert without an account, the card that it would make, and the mail that asks the mailbox
-- (docs/decisions/hire.md). All of it is called by anybody: what they hold is what tells what they may read.

-- How long an application waits for the press in its mail.
create function private.unconfirmed_lasts() returns interval
  language sql stable security definer set search_path = '' as $$
    select make_interval(hours => unconfirmed_hours) from private.settings
  $$;

-- # Links

-- A link of an application: of page two ('apply'), which whoever sent the form has, or of the mail ('confirm'), which only its
-- mailbox has. Nothing of it is kept.
create function private.application_token(application uuid, purpose text) returns text
  language sql stable security definer set search_path = '' as $$
    select replace(application::text, '-', '') || left(private.keyed_digest(purpose || ' ' || application), 32)
  $$;

-- Until when page two is there: for an hour; of what is held back, as long as that waits for whoever is a person to have it mailed.
-- Nothing that its sender does makes it longer.
create function private.page_two_until(application private.applications) returns timestamptz
  language sql stable set search_path = '' as $$
    select case when (application).is_flood or (application).is_suspect then (application).page_until
                else least((application).page_until, now() + interval '1 hour') end
  $$;

-- The application of a link; none for one that this database has not made, or that has run out. Page two is there whatever the
-- mailbox has said meanwhile, also that it is not theirs: whoever sent the form learns nothing of that. It is over for whoever has
-- applied with another address. The link of the mail leads to what else waits for its mailbox, also once its own application is over.
create function private.application_by(token text, purpose text) returns private.applications
  language sql stable security definer set search_path = '' as $$
    select application.* from private.applications as application
      where application.id = case when token ~ '^[0-9a-f]{64}$' then left(token, 32)::uuid end
        and private.digest_of(private.application_token(application.id, purpose)) = private.digest_of(token)
        and case purpose
          when 'apply' then application.entries <> '{}' and application.page_until > now()
          else application.confirmed_at is not null
            or application.created_at > now() - private.unconfirmed_lasts() and not private.is_disowned(application.email) end
  $$;

-- # Who applies

-- What page one asks of a person, besides their words for this job.
create function private.application_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['full_name', 'email', 'phone', 'city', 'notice_period', 'skills', 'employer', 'is_adult']
  $$;

-- Whom an application would make, in the database's own bounds; PT422 `under_age`, of whom nothing is kept.
create function private.applicant_of(entries jsonb, language text) returns public.candidates
  language plpgsql stable security definer set search_path = '' as $$
  declare made public.candidates;
  begin
    -- Before anything is read of what nobody has typed.
    if length(entries::text) > 20000 then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries - 'said', private.application_fields());
    if made.email is null then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif private.has_line_end(concat(made.full_name, made.phone, made.city, made.notice_period, made.employer, array_to_string(made.skills, '')))
      or not (private.is_text(made.full_name, 200) and coalesce(private.is_text(made.phone, 200), true)
               and coalesce(private.is_text(made.city, 200), true) and coalesce(private.is_text(made.notice_period, 100), true)
               and coalesce(private.is_text(made.employer, 200), true) and private.are_skills(made.skills, 0)
               and coalesce(private.is_text(private.trimmed(entries ->> 'said'), 2000), true)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made.language := applicant_of.language;
    return made;
  end $$;

-- What is chosen for the card of an applicant, where nobody has chosen yet.
create function private.applied_card_fields() returns text[]
  language sql immutable set search_path = '' as $$ select array['headline', 'city', 'notice_period', 'skills'] $$;

-- What the company would see of an application that is taken on as it stands.
create function private.application_card(application private.applications) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.shown_with(
        private.card_of(private.applicant_of((application).entries, (application).language), private.applied_card_fields(),
                        coalesce(list.is_blind, false)),
        null, coalesce(list.is_blind, false), (application).code_word, coalesce(list.is_by_mail, false))
      from (values ((application).requirement_id)) as wanted (id)
      left join public.shortlists as list on list.requirement_id = wanted.id
  $$;

-- The card of an application as its page shows it, and by which digest a yes there names both it and the company that stands beside it.
create function private.application_shown(application private.applications) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select shown - 'code_word' || jsonb_build_object(
        'name', coalesce(shown #>> '{card,name}', (application).code_word),
        'digest', private.digest_of(concat_ws(chr(10), case when advert.is_named then requirement.client_id end,
          case when advert.is_named then private.company_name(requirement.client_id) end, shown)))
      from private.application_card(application) as shown
      left join public.adverts as advert on advert.requirement_id = (application).requirement_id
      left join public.job_requirements as requirement on requirement.id = advert.requirement_id
  $$;

-- A word that no entry and no application for this job has; with a longer number where very many have applied.
create function private.next_applied_word(requirement uuid) returns text
  language sql volatile security definer set search_path = '' as $$
    select coalesce(
        (select word from private.next_code_word(requirement) as word
          where not exists (select from private.applications as application
                             where application.requirement_id = next_applied_word.requirement and application.code_word = word)),
        'Finch ' || 100000 + floor(random() * 900000)::integer)
  $$;

-- # The mail

-- How many confirming mails go out in an hour: to the first of each network, to the second, to the third, and to all others.
create function private.most_confirmations_an_hour(network_place integer) returns integer
  language sql immutable set search_path = '' as $$ select case when network_place = 1 then 400 else 200 end $$;

create index mail_outbox_confirmations on public.mail_outbox (private.applicant_mailbox(address), created_at)
  where template = 'application_confirm';

-- When a confirming mail may go: in turn among those that were as many of their network within the hour, so that whoever sends
-- many from each of many networks holds up nobody who sends one or two.
create function private.confirmation_slot(network_place integer) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select greatest(now(), (
      select sent.mailed_at + interval '1 hour' from private.applications as sent
        where sent.network_place = confirmation_slot.network_place and sent.mailed_at is not null
        order by sent.mailed_at desc offset private.most_confirmations_an_hour(confirmation_slot.network_place) - 1 limit 1))
  $$;

-- By which a mailbox is known that has said of an application "this is not me": for a day it gets no such mail. What its
-- candidates were asked is another matter (private.disown_address).
create function private.application_subject(address text) returns text
  language sql stable security definer set search_path = '' as $$
    select private.subject_of('applications to ' || private.applicant_mailbox(address))
  $$;

-- May a confirming mail go to a mailbox: nobody there has said that it is not theirs, and in a day it has had fewer than two, besides
-- those of what its sender has sent with another address instead: of these it may have had as many more, or two wrong ones would
-- shut out whoever has the mailbox.
create function private.may_confirm(address text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select not private.is_disowned(address)
      and not exists (select from private.disowned_mailboxes as known
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '1 day')
      and (select count(*) < 4 and count(*) filter (where not mail.is_over) < 2 from (
             select exists (select from private.applications as over
                              where over.id = (sent.ids ->> 'application')::uuid and over.ended_at is not null) as is_over
               from public.mail_outbox as sent
               where private.applicant_mailbox(sent.address) = private.applicant_mailbox(may_confirm.address)
                 and sent.created_at > now() - interval '1 day' and sent.template = 'application_confirm'
             union all
             select false from private.forgotten_confirmations as forgotten
               where forgotten.subject = private.application_subject(may_confirm.address)
                 and forgotten.mailed_at > now() - interval '1 day') as mail)
  $$;

-- A mail that has gone, or may have, counts for its day also where nothing else is kept of it.
create function private.count_forgotten_confirmation() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    insert into private.forgotten_confirmations (mail_id, subject, mailed_at)
      select old.id, private.application_subject(old.address), old.created_at where old.created_at > now() - interval '1 day';
    return null;
  end $$;

create trigger count_forgotten after delete on public.mail_outbox
  for each row when (old.template = 'application_confirm' and old.first_attempt_at is not null)
  execute function private.count_forgotten_confirmation();

-- Has the mail sent that asks the mailbox of an application, unless that is a flood's or a program's, or its sender has asked for it
-- within ten minutes; whoever counts a mailbox is alone until they are done.
create function private.queue_confirmation(application private.applications, network_place integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    -- What comes past the site waits with the many.
    place integer := coalesce(queue_confirmation.network_place, 4);
    slot timestamptz;
    is_asked boolean;
  begin
    if application.is_suspect or application.is_flood or application.asked_at > now() - interval '10 minutes' then
      return;
    end if;
    update private.applications as asked set asked_at = now() where asked.id = application.id;
    perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.applicant_mailbox(application.email), 0));
    -- Once the mailbox has answered there is nothing to ask: such a mail would be one of the two of a day.
    is_asked := private.may_confirm(application.email) and num_nonnulls(application.confirmed_at, application.ended_at) = 0;
    slot := private.confirmation_slot(place);
    if slot > application.created_at + private.unconfirmed_lasts() then
      -- Its turn would come when it is over: held back, as its page says.
      update private.applications as held
        set is_flood = true, page_until = case when held.ended_at is null then held.created_at + private.unconfirmed_lasts() else held.page_until end
        where held.id = application.id;
      return;
    end if;
    begin
      update private.applications as waiting set network_place = place, mailed_at = slot where waiting.id = application.id;
      perform private.enqueue_mail(
        'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24MISSUS'),
        jsonb_build_object('application', application.id), address => application.email, not_before => slot);
      if not is_asked then
        -- Taken back, rather than not done: how long it takes would tell what the mailbox has said.
        raise exception 'not_asked' using errcode = 'PT204';
      end if;
    exception when sqlstate 'PT204' then
      null;
    end;
  exception when lock_not_available then
    null;
  end $$;

-- What that mail says; null when it is over. Nothing of what was typed: anybody may have given the address.
create function private.application_confirm_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'language', application.language, 'title', advert.title, 'place', advert.place,
        'company', private.job_of(advert) ->> 'company',
        'recruiter', (select colleague.display_name from public.team_members as colleague
                        join public.job_requirements as requirement on requirement.id = application.requirement_id
                        where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'is_reminder', case when (mail).ids ? 'reminder' then true end,
        'ends_at', application.created_at + private.unconfirmed_lasts(),
        'token', private.application_token(application.id, 'confirm')))
      from private.applications as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      where application.id = ((mail).ids ->> 'application')::uuid and num_nonnulls(application.confirmed_at, application.ended_at) = 0
        and application.email = private.normal_address((mail).address)
        and application.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(advert)
        and not private.is_disowned((mail).address)
  $$;

-- Reminds mailboxes that have not answered for twenty hours, once, and while somebody can apply.
create function private.remind_applicants() returns void
  language plpgsql security definer set search_path = '' as $$
  declare application private.applications;
  begin
    for application in
      select waiting.* from private.applications as waiting
        join public.adverts as advert on advert.requirement_id = waiting.requirement_id
        where num_nonnulls(waiting.confirmed_at, waiting.ended_at, waiting.reminded_at) = 0 and not waiting.is_suspect and not waiting.is_flood
          and waiting.created_at between now() - private.unconfirmed_lasts() and now() - interval '20 hours'
          and private.is_advertised(advert) and private.may_confirm(waiting.email)
        order by waiting.created_at, waiting.id limit 200 for update of waiting skip locked
    loop
      -- Asked again: another one of this run may have gone to the same mailbox.
      continue when not private.may_confirm(application.email);
      update private.applications as reminded
        set reminded_at = now(), network_place = 4, mailed_at = private.confirmation_slot(4)
        where reminded.id = application.id returning * into application;
      perform private.enqueue_mail(
        'application_confirm', 'apply-reminder.' || application.id,
        jsonb_build_object('application', application.id, 'reminder', application.id), address => application.email,
        not_before => application.mailed_at);
    end loop;
  end $$;

-- Ends applications that wait for their press, and whose mailbox has said that it is not theirs: nothing more is mailed. What was
-- typed is kept for as long as page two is there, which tells nothing of it.
create function private.end_disowned(ended uuid[]) returns void
  language sql security definer set search_path = '' as $$
    update private.applications as waiting set ended_at = now(), page_until = least(waiting.page_until, now() + interval '1 hour')
      where waiting.id = any (ended) and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0;
    delete from public.mail_outbox as mail using private.applications as over
      where over.id = any (ended) and over.confirmed_at is null and lower(mail.address) = over.email
        and mail.template = 'application_confirm' and mail.ids ->> 'application' = over.id::text;
  $$;

-- Ends what page two `token` is of, for an applicant with another address: what was typed is gone, its link in the wrong mail
-- leads to nothing of it, and no other mail goes there. That one has gone counts still (private.may_confirm).
create function private.end_replaced(token text, email text) returns void
  language sql security definer set search_path = '' as $$
    with replaced as (
      update private.applications as wrong set ended_at = now(), entries = '{}'
        -- Looked up once, however a plan of an emptier table would find the row.
        from private.application_by(end_replaced.token, 'apply') as page
        where wrong.id = page.id and wrong.confirmed_at is null
          and wrong.email <> end_replaced.email
        returning wrong.id, wrong.email)
    delete from public.mail_outbox as mail using replaced
      where lower(mail.address) = replaced.email and mail.template = 'application_confirm'
        and mail.ids ->> 'application' = replaced.id::text and mail.first_attempt_at is null;
  $$;

-- Once page two is over: of what is a candidate's by now nothing is kept of what was typed but what stands beside their record, with
-- its address where that is another's; and of what was disowned nothing at all.
create function private.clear_confirmed() returns void
  language sql security definer set search_path = '' as $$
    update private.applications as done
      set entries = null, email = case when done.differs is not null and exists (
        select from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
          where entry.id = done.entry_id and private.is_other_mailbox(person.email, done.email)) then done.email end
      where done.confirmed_at is not null and done.email is not null and done.entries is not null and done.page_until < now();
    delete from private.applications as application
      where application.ended_at is not null and application.entries <> '{}' and application.page_until < now();
  $$;

-- # Page one and page two

-- Keeps an application until its mailbox has answered, and has that asked. The same form again is the same application, and may
-- be mailed anew. Nobody is looked up: for an address that is known and one that is not the same is done. `instead_of`: page two
-- of what was sent with a wrong address, which ends by it, and is not sent again by its own form. Returns the link of page two; PT410 where nobody can apply any more.
create function private.apply_for_job(slug text, form uuid, entries jsonb, keep boolean, is_suspect boolean, language text, instead_of text)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    advert public.adverts;
    page_language text := case when apply_for_job.language ~ '^[a-z]{2}$' then apply_for_job.language else 'en' end;
    person public.candidates := private.applicant_of(apply_for_job.entries, page_language);
    sender record;
    made private.applications;
  begin
    select * into advert from public.adverts as known where known.slug = apply_for_job.slug;
    if advert.opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    elsif not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    sender := private.note_sender('private.applications');
    -- Once page two is over, what comes by its form is another application, whatever has become of the first.
    update private.applications as over set form_id = gen_random_uuid() where over.form_id = form and over.page_until <= now();
    insert into private.applications as application
        (requirement_id, form_id, entries, email, language, keep, code_word, is_suspect, is_flood, page_until)
      values (advert.requirement_id, form,
              private.picked(to_jsonb(person), private.application_fields())
                || jsonb_build_object('said', private.trimmed(apply_for_job.entries ->> 'said')),
              person.email, page_language, coalesce(apply_for_job.keep, false), private.next_applied_word(advert.requirement_id),
              coalesce(apply_for_job.is_suspect, true), sender.is_flood, now() + private.unconfirmed_lasts())
      -- The same in every word: its links are known to whoever had the first, and lead to nobody else.
      on conflict (form_id) do update
        set is_suspect = application.is_suspect and excluded.is_suspect, is_flood = application.is_flood and excluded.is_flood
        where application.requirement_id = excluded.requirement_id and application.entries = excluded.entries
          and application.email = excluded.email
      returning * into made;
    if made.id is null then
      if exists (select from private.applications as replaced where replaced.form_id = form and replaced.entries = '{}') then
        raise exception 'application_replaced' using errcode = 'PT409';
      end if;
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    update private.applications as kept set page_until = private.page_two_until(made) where kept.id = made.id;
    perform private.end_replaced(instead_of, made.email);
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $$;
grant execute on function private.apply_for_job to anon, authenticated;

-- Page two: for which job, where the mail goes, and the very card; null for a link that is over.
create function private.read_application(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'is_open', private.is_advertised(advert), 'email', application.email, 'language', application.language,
        -- Of a flood, or sent by a program: no mail has gone.
        'is_held', application.is_suspect or application.is_flood,
        'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false))
      from private.application_by(token, 'apply') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      cross join lateral private.application_shown(application) as shown
  $$;
grant execute on function private.read_application to anon, authenticated;

-- What was typed, for whoever has sent it and corrects it: as a form has it. Null for a link that is over, or a job that is.
create function private.typed_application(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('slug', advert.slug, 'title', advert.title, 'keep', application.keep,
                              'entries', application.entries - 'is_adult')
      from private.application_by(token, 'apply') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      where private.is_advertised(advert)
  $$;
grant execute on function private.typed_application to anon, authenticated;

-- Ends the yes to a card that was given with the application of an entry, which is held, as long as nobody was shown by it: whoever
-- was taken on by it is asked anew. A yes to a question stays; `of_press`: also that of another press.
create function private.end_applied_yes(entry public.shortlist_entries, of_press timestamptz default null) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry.id and consent.closed_at is null and consent.given_at = coalesce(of_press, consent.given_at);
    if entry.state = 'agreed' and exists (
      select from public.candidate_consents as made
        join public.candidate_consents as given on given.applied_entry_id = entry.id and given.given_at = made.given_at
        where made.entry_id = entry.id and made.closed_at is null and made.given_at = coalesce(of_press, made.given_at)) then
      perform private.cancel_question(entry.id);
    end if;
  end $$;

-- Takes back on page two the yes to the card that the press has given with an application.
create function private.take_card_back(application private.applications) returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry_row public.shortlist_entries;
  begin
    perform from public.job_requirements where id = application.requirement_id for no key update;
    perform from public.candidates as person
      where person.id = (select entry.candidate_id from public.shortlist_entries as entry where entry.id = application.entry_id) for update;
    select * into entry_row from public.shortlist_entries where id = application.entry_id for update;
    perform private.end_applied_yes(entry_row, application.confirmed_at);
  end $$;

-- The yes to this very card, for the company that the advert names, if they are taken on; null takes it back. It holds nothing
-- until the mailbox has said the same (private.confirm_application). What the press has given, page two can only take away; it
-- answers and looks the same before the press and after it.
create function private.allow_card(token text, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    application private.applications := private.application_by(token, 'apply');
    advert public.adverts;
  begin
    select * into advert from public.adverts where requirement_id = application.requirement_id;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif allow_card.digest is not null and not (advert.is_named and private.is_advertised(advert)) then
      raise exception 'company_not_named' using errcode = 'PT422';
    elsif allow_card.digest <> private.application_shown(application) ->> 'digest' then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    -- Of another press, or of what the team has asked, this page knows nothing.
    perform private.take_card_back(application) where allow_card.digest is null and exists (
      select from public.candidate_consents as given
        where given.applied_entry_id = application.entry_id and given.given_at = application.confirmed_at and given.closed_at is null);
    update private.applications as allowed set card_digest = allow_card.digest where allowed.id = application.id;
  end $$;
grant execute on function private.allow_card to anon, authenticated;

-- Has the mail sent once more, also of what was held back as a flood's or a program's: the caller is counted as a form is. Returns
-- when it was asked for, and from when on it can be again: the same whatever the mailbox has said, or whether it may have one.
create function private.mail_application(token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    application private.applications := private.application_by(token, 'apply');
    sender record;
  begin
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    sender := private.note_sender('private.applications');
    if sender.is_flood then
      raise exception 'too_many_from_network' using errcode = 'PT429';
    end if;
    if application.is_flood or application.is_suspect then
      application.is_flood := false;
      application.is_suspect := false;
      update private.applications as released
        set is_flood = false, is_suspect = false, page_until = private.page_two_until(application) where released.id = application.id;
    end if;
    perform private.queue_confirmation(application, sender.network_place);
    if not exists (select from private.applications as asked where asked.id = application.id and asked.asked_at is not null) then
      -- Somebody else asks for the same mailbox at this moment, for longer than one waits.
      raise exception 'mailbox_busy' using errcode = 'PT503';
    end if;
    return (select jsonb_build_object('asked_at', asked.asked_at, 'again_at', asked.asked_at + interval '10 minutes', 'is_new', asked.asked_at = now())
              from private.applications as asked where asked.id = application.id);
  end $$;
grant execute on function private.mail_application to anon, authenticated;

-- # Exposed through the Data API

create function public.apply_for_job(slug text, form uuid, entries jsonb, keep boolean default false,
                                     is_suspect boolean default true, language text default 'en', instead_of text default null) returns jsonb
  language sql set search_path = '' as $$ select private.apply_for_job(slug, form, entries, keep, is_suspect, language, instead_of) $$;
grant execute on function public.apply_for_job to anon, authenticated;

create function public.read_application(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_application(token) $$;
grant execute on function public.read_application to anon, authenticated;

create function public.typed_application(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.typed_application(token) $$;
grant execute on function public.typed_application to anon, authenticated;

create function public.allow_card(token text, digest text default null) returns void
  language sql set search_path = '' as $$ select private.allow_card(token, digest) $$;
grant execute on function public.allow_card to anon, authenticated;

create function public.mail_application(token text) returns jsonb
  language sql set search_path = '' as $$ select private.mail_application(token) $$;
grant execute on function public.mail_application to anon, authenticated;
