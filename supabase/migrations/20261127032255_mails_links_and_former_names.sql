set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."former_company_names" (
  "client_id"    uuid                     NOT NULL,
  "company_name" text                     NOT NULL,
  "changed_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "former_company_names_pkey" PRIMARY KEY (client_id, company_name),
  CONSTRAINT "former_company_names_company_name_check" CHECK (private.is_text(company_name, 200))
);

ALTER TABLE "private"."applications"
  ADD COLUMN "page_until" timestamp WITH time zone NOT NULL DEFAULT (now() + '01:00:00'::interval);

CREATE OR REPLACE FUNCTION private.allow_card (
  token  text,
  digest text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    perform private.take_card_back(application) where allow_card.digest is null and application.confirmed_at is not null;
    update private.applications as allowed set card_digest = allow_card.digest where allowed.id = application.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.application_by (
  token   text,
  purpose text
)
  RETURNS private.applications
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select application.* from private.applications as application
      where application.id = case when token ~ '^[0-9a-f]{64}$' then left(token, 32)::uuid end
        and private.digest_of(private.application_token(application.id, purpose)) = private.digest_of(token)
        and case purpose
          when 'apply' then application.entries <> '{}' and application.page_until > now()
          else application.confirmed_at is not null
            or application.created_at > now() - private.unconfirmed_lasts() and not private.is_disowned(application.email) end
  $function$;

CREATE OR REPLACE FUNCTION private.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean,
  is_suspect boolean,
  language   text,
  instead_of text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    update private.applications as kept set page_until = private.page_two_until(made) where kept.id = made.id;
    perform private.end_replaced(instead_of, made.email);
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $function$;

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications set entries = null, email = null
      where confirmed_at is not null and email is not null and page_until < now();
    delete from private.applications as application
      where application.ended_at is not null and application.entries <> '{}' and application.page_until < now();
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
      select replace(private.blank_signs(private.plain_company_name(named)), ' ', '') as letters,
             array(select part from string_to_table(trim(private.blank_signs(regexp_replace(
                       named, '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'))), ' ') with ordinality as split (part, place)
                     where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc',
                                              'corp', 'corporation', 'company', 'co', 'the', 'of'])
                     order by place) as parts
        from private.known_company_names(requirement) as named),
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

CREATE OR REPLACE FUNCTION private.confirm_application (
  token  text,
  digest text,
  keep   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'confirm');
    advert public.adverts;
    applicant public.candidates;
    person public.candidates;
    entry_row public.shortlist_entries;
    is_new boolean := true;
    is_known boolean;
    named text;
    -- What page two said counts for nothing here: whoever typed the form need not have the mailbox.
    agreed text := nullif(confirm_application.digest, '');
  begin
    if application.id is null or application.ended_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- One mailbox at a time, before everything else: two presses at once make one record. Then in the order of everybody.
    perform pg_advisory_xact_lock(hashtextextended('applicant ' || private.applicant_mailbox(application.email), 0));
    perform from public.job_requirements
      where id = application.requirement_id
        or id in (select joined.requirement_id from public.shortlist_entries as joined
                    join public.candidates as twin on twin.id = joined.candidate_id
                    where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) order by twin.id for update;
    -- What has ended while this waited is over, and was looked up by its link already.
    select * into application from private.applications as held
      where held.id = application.id and held.ended_at is null for update;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- Held: a yes is to the name that stands there until it is written.
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    if agreed is not null and not (advert.is_named and agreed = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    named := private.job_of(advert) ->> 'company';
    applicant := private.applicant_of(application.entries, application.language);
    entry_row := private.entry_of_mailbox(advert.requirement_id, applicant.email);
    if entry_row.id is not null and (entry_row.turned_down_at is not null
                                     or entry_row.state not in ('draft', 'withdrawn', 'closed')) then
      is_new := false;
    elsif 5 <= (select count(*) from public.candidate_consents as given
                  join public.candidates as twin on twin.id = given.candidate_id
                  where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                    and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    if is_new then
      is_known := exists (select from public.candidates as known where known.email = applicant.email);
      if entry_row.id is null then
        person := private.record_of_applicant(applicant);
      else
        select * into person from public.candidates where id = entry_row.candidate_id;
      end if;
      if person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT409';
      elsif entry_row.id is null then
        insert into public.shortlists (requirement_id) values (advert.requirement_id) on conflict do nothing;
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), application.entries ->> 'said', named)
          returning * into entry_row;
      else
        -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
        perform private.cancel_question(entry_row.id);
        update public.candidate_consents as before set closed_at = now()
          where before.applied_entry_id = entry_row.id and before.closed_at is null;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said', told_company = named
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                private.subject_of(person.email));
      if confirm_application.keep and not private.has_keep_consent(person.id) then
        insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, asked_at, given_at, mailbox_digest)
          values (person.id, 'keep', private.notice_version(), application.language, private.basis_for(person.country),
                  application.created_at, now(), private.subject_of(person.email));
      end if;
      if is_known then
        application.differs := private.differing_entries(person, application.entries);
        -- Where they work now is never shown anything, whatever the record says.
        if application.differs ? 'employer' then
          perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
        end if;
      end if;
    end if;
    update private.applications as done
      set confirmed_at = now(), entry_id = entry_row.id, differs = application.differs where done.id = application.id;
    if is_new then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_application (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare application private.applications := private.application_by(token, 'confirm');
  begin
    if application.id is null or num_nonnulls(application.confirmed_at, application.ended_at) > 0 then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    insert into private.disowned_mailboxes as known (subject) values (private.application_subject(application.email))
      on conflict (subject) do update set created_at = now();
    perform private.end_disowned(array[application.id]);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_disowned (
  ended uuid[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications as waiting set ended_at = now(), page_until = least(waiting.page_until, now() + interval '1 hour')
      where waiting.id = any (ended) and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0;
    delete from public.mail_outbox as mail using private.applications as over
      where over.id = any (ended) and over.confirmed_at is null and lower(mail.address) = over.email
        and mail.template = 'application_confirm' and mail.ids ->> 'application' = over.id::text;
  $function$;

CREATE OR REPLACE FUNCTION private.known_company_names (
  requirement public.job_requirements
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select client.company_name from public.clients as client
      where client.id = (requirement).client_id or client.id in (
        select event.client_id from public.requirement_events as event
          where event.requirement_id = (requirement).id and event.type = 'advert_opened')
    union
    select former.company_name from private.former_company_names as former where former.client_id = (requirement).client_id
  $function$;

CREATE OR REPLACE FUNCTION private.mail_application (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.may_confirm (
  address text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not private.is_disowned(address)
      and not exists (select from private.disowned_mailboxes as known
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '1 day')
      and (select count(*) < 4 and count(*) filter (where not exists (
             select from private.applications as over where over.id = (mail.ids ->> 'application')::uuid and over.ended_at is not null)) < 2
             from public.mail_outbox as mail
             where private.applicant_mailbox(mail.address) = private.applicant_mailbox(may_confirm.address)
               and mail.created_at > now() - interval '1 day' and mail.template = 'application_confirm')
  $function$;

CREATE OR REPLACE FUNCTION private.page_two_until (
  application private.applications
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when (application).is_flood or (application).is_suspect then (application).page_until
                else least((application).page_until, now() + interval '1 hour') end
  $function$;

CREATE OR REPLACE FUNCTION private.queue_confirmation (
  application   private.applications,
  network_place integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.read_confirmation (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'state', case when application.confirmed_at is not null then 'confirmed' when application.ended_at is not null then 'over'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language, 'others', waiting.others)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          -- Of another spelling's application nothing is told, not even that it waits.
          'answer_by', case when not made.is_theirs then private.answer_by(application.confirmed_at)
                            when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', case when theirs.id is not null then private.candidate_token(theirs.id, theirs.link_issue) end)
        when application.ended_at is null then jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false))
        else '{}' end
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join public.candidates as applicant on applicant.id = entry.candidate_id
      -- Once the address is forgotten, what was made by this very press is theirs.
      cross join lateral (select coalesce(private.is_same_mailbox(applicant.email, application.email), false)
                                 or entry.applied_at = application.confirmed_at as is_theirs) as made
      left join lateral (
        select person.id, person.link_issue, person.email from public.candidate_consents as consent
          join public.candidates as person on person.id = consent.candidate_id
          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent) and made.is_theirs
          order by consent.given_at desc, consent.id limit 1) as theirs on true
      cross join lateral (select private.waiting_beside(application, coalesce(application.email, theirs.email)) as others) as waiting
      -- Nothing can be shown of what was forgotten, or is over.
      cross join lateral (select case when num_nonnulls(application.confirmed_at, application.ended_at) = 0
                                   then private.application_shown(application) end as shown) as card
      where application.ended_at is null or waiting.others <> '[]'
  $function$;

CREATE OR REPLACE FUNCTION private.recheck_renamed_adverts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    renamed uuid[] := array(
      select advert.requirement_id from public.adverts as advert
        join public.job_requirements as requirement on requirement.id = advert.requirement_id
        where requirement.client_id = new.id and advert.opened_at is not null order by advert.requirement_id);
    -- Whose words could tell of it whatever they would.
    named uuid[] := array(
      select advert.requirement_id from public.adverts as advert where advert.requirement_id = any (renamed) and advert.is_named);
    hidden uuid;
  begin
    if private.plain_company_name(old.company_name) is not distinct from private.plain_company_name(new.company_name) then
      -- The same name, spelled otherwise: what a named advert is found by has it.
      update public.adverts as advert set is_named = true where advert.requirement_id = any (named);
      return null;
    elsif renamed <> '{}' then
      insert into private.former_company_names as former (client_id, company_name) values (new.id, old.company_name)
        on conflict (client_id, company_name) do update set changed_at = now();
      delete from private.former_company_names as former
        where former.client_id = new.id and former.company_name in (
          select older.company_name from private.former_company_names as older where older.client_id = new.id
            order by older.changed_at desc, older.company_name offset 10);
    end if;
    update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = any (named);
    update public.candidate_consents as consent set card_digest = null
      from public.shortlist_entries as entry
      where entry.requirement_id = any (renamed) and consent.applied_entry_id = entry.id and consent.closed_at is null;
    for hidden in
      update public.adverts as advert set closes_on = private.today() - 1
        from public.job_requirements as requirement_row
        where advert.requirement_id = any (renamed) and requirement_row.id = advert.requirement_id and private.is_advertised(advert)
          -- Else only what has a word of the new name is read whole.
          and (advert.requirement_id = any (named)
               or tsvector_to_array(advert.search) && tsvector_to_array(private.words_of(new.company_name)))
          and private.advert_obstacles(advert, requirement_row) && array['company_in_advert', 'contact_in_advert']
        returning advert.requirement_id
    loop
      perform private.reopen_item(hidden);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_card_back (
  application private.applications
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform from public.job_requirements where id = application.requirement_id for no key update;
    perform from public.candidates as person
      where person.id = (select entry.candidate_id from public.shortlist_entries as entry where entry.id = application.entry_id) for update;
    select * into entry_row from public.shortlist_entries where id = application.entry_id for update;
    perform private.end_applied_yes(entry_row);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_own_card_back (
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
    entry_row public.shortlist_entries := private.own_entry(person.id, entry);
  begin
    if entry_row.applied_at is null then
      return;
    end if;
    perform private.end_applied_yes(entry_row);
  end $function$;

CREATE OR REPLACE FUNCTION private.waiting_beside (
  application private.applications,
  address     text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'title', listed.title, 'place', listed.place, 'full_name', listed.full_name, 'token', private.application_token(listed.id, 'confirm'))
             order by listed.created_at desc, listed.id), '[]')
      from (select waiting.id, waiting.created_at, waiting.entries ->> 'full_name' as full_name, job.title, job.place from private.applications as waiting
              join public.adverts as job on job.requirement_id = waiting.requirement_id
              where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(address)
                and private.is_same_mailbox(waiting.email, address)
                and waiting.id <> (application).id and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0
                and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
              order by (waiting.created_at, waiting.id) < ((application).created_at, (application).id) desc,
                       waiting.created_at desc, waiting.id desc limit 10) as listed
  $function$;

ALTER TABLE "private"."former_company_names"
  ADD CONSTRAINT "former_company_names_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION "private"."known_company_names"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_two_until"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_beside"(private.applications, text) FROM PUBLIC;
