set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.changed_fields (
  before jsonb,
  after  jsonb,
  fields text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select field from unnest(fields) with ordinality as listed (field, place)
                   where before -> field is distinct from after -> field order by place)
  $function$;

CREATE OR REPLACE FUNCTION private.edit_company (
  seen         integer,
  company_name text,
  full_name    text,
  phone        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_owned_company();
    client_row public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into client_row from public.clients where id = company;
    edited := client_row;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    fields := private.changed_fields(to_jsonb(client_row), to_jsonb(edited), array['company_name', 'full_name', 'phone']);
    if fields = '{}' then
      return;
    end if;
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_team_member (
  person        uuid,
  seen          integer,
  display_name  text,
  contact_email text,
  contact_phone text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    colleague_row public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into colleague_row from public.team_members as colleague where colleague.user_id = person for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif colleague_row.user_id is null then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif colleague_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = colleague_row.version::text;
    end if;
    edited := colleague_row;
    edited.display_name := private.trimmed(edit_team_member.display_name);
    edited.contact_email := private.trimmed(edit_team_member.contact_email);
    edited.contact_phone := private.trimmed(edit_team_member.contact_phone);
    fields := private.changed_fields(to_jsonb(colleague_row), to_jsonb(edited), array['display_name', 'contact_email', 'contact_phone']);
    if fields = '{}' then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_applied_yes (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry.id and consent.closed_at is null;
    if entry.state = 'agreed' then
      perform private.cancel_question(entry.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.enqueue_crm_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    changed text[];
    latest uuid;
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    changed := private.changed_fields(to_jsonb(old), to_jsonb(new), private.crm_fields());
    if changed <> '{}' then
      select id into latest from public.crm_events where requirement_id = new.id order by place desc limit 1;
      select id into latest from public.crm_events as waiting
        where waiting.id = latest and waiting.type = 'changed' and waiting.next_attempt_at is not null
          and waiting.first_attempt_at is null
        for update skip locked;
      if found then
        update public.crm_events as waiting
          set fields = array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                              where field = any (waiting.fields || changed) order by place)
          where waiting.id = latest;
      else
        insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
      end if;
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and private.side_on(new.client_id) = 'company'
                  then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.meant_jobs (
  typed text
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

CREATE OR REPLACE FUNCTION private.save_advert (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    columns text := array_to_string(private.advert_fields(), ', ');
    now_at integer;
  begin
    perform private.refuse_closed(requirement_row.status);
    if advert.requirement_id is null then
      if seen is not null then
        raise exception 'stale' using errcode = 'PT409';
      end if;
      wanted := private.with_advert_entries(
        jsonb_populate_record(null::public.adverts, private.advert_of(requirement_row) || '{"body": null}'), entries);
      wanted.requirement_id := requirement;
      insert into public.adverts (requirement_id, slug, written_by, title, place, country, work, is_remote, min_experience,
          max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay)
        values (requirement, private.draw_slug(wanted.title, wanted.place), private.current_user_id(), wanted.title, wanted.place,
                wanted.country, wanted.work, wanted.is_remote, wanted.min_experience, wanted.max_experience, wanted.skills,
                wanted.body, wanted.min_pay, wanted.max_pay, wanted.pay_currency, wanted.pay_unit, wanted.tells_pay)
        returning version into now_at;
      return now_at;
    end if;
    wanted := private.with_advert_entries(advert, entries);
    if wanted is not distinct from advert then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif private.advert_state(advert) in ('open', 'over') then
      perform private.refuse_advert(wanted, requirement_row);
    end if;
    execute format('update public.adverts set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where requirement_id = $2 returning version', columns) into now_at using wanted, requirement;
    perform private.record_advert_change(
      requirement_row, advert, private.changed_fields(to_jsonb(advert), to_jsonb(wanted), private.advert_fields()));
    return now_at;
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
    update private.applications as kept set card_digest = null where kept.id = application.id;
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
    update private.applications as kept set card_digest = null where kept.entry_id = entry_row.id;
  end $function$;

REVOKE ALL ON FUNCTION "private"."changed_fields"(jsonb, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_applied_yes"(public.shortlist_entries) FROM PUBLIC;
