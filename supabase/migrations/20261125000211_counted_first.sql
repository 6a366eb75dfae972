SET local check_function_bodies = off;

DROP TRIGGER "limit_accesses" ON "public"."client_members";

DROP TRIGGER "limit_own_names" ON "public"."client_members";

DROP TRIGGER "limit_company_names" ON "public"."clients";

DROP TRIGGER "limit_renames" ON "public"."clients";

ALTER TABLE "private"."company_counts"
  DROP CONSTRAINT "company_counts_kind_check";

CREATE OR REPLACE FUNCTION private.add_never (
  candidate uuid,
  named     text,
  client    uuid,
  employer  boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.lock_candidate(candidate);
    return private.write_never(candidate, named, client, employer, false);
  end $function$;

CREATE OR REPLACE FUNCTION private.apply_edit (
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
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    is_changed boolean;
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('select exists (select %1$s from private.with_entries($1, $2) except select %1$s from (select $1.*) as held)',
                   columns) into is_changed using held, entries;
    if not is_changed then
      return held.version;
    elsif private.side_on(held.client_id) = 'company' then
      perform private.count_for_company(held.client_id, 'edits');
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 returning version', columns) into now_at using held, entries, requirement;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_for_company (
  company uuid,
  counted text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.erase_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.require_candidate_exporter();
    perform private.lock_candidate(candidate);
    perform private.forget_candidate(each) from unnest(array(select private.records_of(candidate))) as each;
  end $function$;

CREATE OR REPLACE FUNCTION private.limit_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare company uuid := to_jsonb(new) ->> case tg_table_name when 'clients' then 'id' else 'client_id' end;
  begin
    if private.is_of_company(company) then
      perform private.count_for_company(company, tg_argv[0]);
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_candidate (
  candidate uuid,
  form      uuid,
  body      text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    written uuid;
  begin
    perform private.lock_candidate(candidate);
    insert into public.candidate_notes (candidate_id, author, body, form_id)
      values (candidate, caller, private.trimmed(note_candidate.body), form)
      on conflict (author, form_id) do nothing returning id into written;
    update public.candidates set last_activity_at = now() where id = candidate and written is not null;
    return coalesce(written, (select id from public.candidate_notes where author = caller and form_id = form));
  end $function$;

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
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(filed.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(filed, own, settled, null);
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when exists (select from private.form_of(new)) then 'converted' else 'created' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(to_jsonb(old) -> field, to_jsonb(new) -> field) end)
      into edits from unnest(private.requirement_fields()) as field
      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field;
    if edits is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_never (
  never uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_candidate (
  entries   jsonb,
  form      uuid,
  candidate uuid,
  seen      integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    held public.candidates;
    wanted public.candidates;
  begin
    perform private.hold_records(candidate, private.normal_address(entries ->> 'email'));
    if candidate is not null then
      held := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(held, entries, private.candidate_fields());
      if wanted is distinct from held and held.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
      end if;
      return jsonb_build_object('id', held.id, 'version', private.write_candidate(held, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into held;
    if held.id is not null then
      -- What is said by this record ends what other records of the address show.
      perform private.hide_from_never(held.id);
    else
      select * into held from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if held.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', held.id, 'version', held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.save_requirement_draft (
  draft   uuid,
  seen    integer,
  page    uuid,
  entries jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.hold_filing_company();
    held public.requirement_drafts;
    now_at integer;
  begin
    if private.are_entries(entries) is not true or octet_length(entries::text) > 65536 then
      raise exception 'draft_too_long' using errcode = 'PT422';
    end if;
    -- Sent twice, or the same on two devices.
    select version into now_at from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company and begun.entries = save_requirement_draft.entries;
    if found then
      return now_at;
    end if;
    held := private.lock_draft(company, draft, seen, page);
    perform private.count_for_company(company, 'draft_saves');
    if held.id is not null then
      update public.requirement_drafts as begun
        set (entries, page, author) = (save_requirement_draft.entries, save_requirement_draft.page,
                                       private.current_user_id())
        where begun.id = held.id returning version into now_at;
      return now_at;
    end if;
    -- What comes late must not begin again what has been filed meanwhile.
    if exists (select from public.job_requirements where client_id = company and form_id = draft)
      or exists (select from public.requirement_drafts where id = draft) then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if (select count(*) from public.requirement_drafts where client_id = company) >= 20 then
      raise exception 'too_many_drafts' using errcode = 'PT422';
    end if;
    insert into public.requirement_drafts (id, client_id, author, entries, page)
      values (draft, company, private.current_user_id(), entries, save_requirement_draft.page);
    return 1;
  end $function$;

ALTER TABLE "private"."company_counts"
  ADD CONSTRAINT "company_counts_kind_check"
    CHECK
    ((kind = ANY (ARRAY['edits'::text, 'messages'::text, 'renames'::text, 'company_names'::text, 'own_names'::text, 'accesses'::text, 'settings'::text, 'answers'::text,
    'draft_saves'::text])));

CREATE TRIGGER limit_accesses
  BEFORE UPDATE ON public.client_members
  FOR EACH ROW
  WHEN ((old.access IS DISTINCT FROM new.access))
  EXECUTE FUNCTION private.limit_changes('accesses');

CREATE TRIGGER limit_own_names
  BEFORE UPDATE ON public.client_members
  FOR EACH ROW
  WHEN (((old.full_name IS DISTINCT FROM new.full_name) AND (new.full_name IS NOT NULL)))
  EXECUTE FUNCTION private.limit_changes('own_names');

CREATE TRIGGER limit_company_names
  BEFORE UPDATE OF company_name ON public.clients
  FOR EACH ROW
  WHEN ((old.company_name IS DISTINCT FROM new.company_name))
  EXECUTE FUNCTION private.limit_changes('company_names');

CREATE TRIGGER limit_renames before update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');
