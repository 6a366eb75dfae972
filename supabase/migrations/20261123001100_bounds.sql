-- What one account could do to everybody's service, bounded.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123001110' $$;

-- Entries of a requirement as JSON can say them: texts, lists of at most a hundred texts, and numbers as long as people
-- write them. 1e131000 is seven characters here, and 131 KB once somebody asks for it as text.
create function private.are_entries(entries jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(entries) = 'object' and not exists (
      select from jsonb_each(entries) as entry where not case jsonb_typeof(entry.value)
        when 'number' then abs(entry.value::numeric) < 1e15 and scale(entry.value::numeric) <= 10
        when 'array' then jsonb_array_length(entry.value) <= 100 and not exists (
          select from jsonb_array_elements(entry.value) as item where jsonb_typeof(item) <> 'string')
        else jsonb_typeof(entry.value) <> 'object' end)
  $$;

create or replace function private.with_entries(base public.job_requirements, entries jsonb) returns public.job_requirements
  language plpgsql stable set search_path = ''
  as $$
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.requirement_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    return jsonb_populate_record(base, entries);
  end $$;

-- As before, having looked at what is there before it is asked how long that is.
create or replace function private.save_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  end $$;

alter table public.job_requirements
  add constraint min_salary_is_a_number check (min_salary < 'NaN'),
  add constraint max_salary_is_a_number check (max_salary < 'NaN');

-- Three hundred requirements a day are more than a company files; three thousand would bury everybody else's.
create function private.limit_filing() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.current_user_id() is not null and not private.is_team_member() and exists (
      select from (select distinct client_id from filed) as company
        where (select count(*) from (select from public.job_requirements as latest
                 where latest.client_id = company.client_id and latest.created_at > now() - interval '1 day'
                 limit 301) as counted) > 300)
    then
      raise exception 'too_many_requirements' using errcode = 'PT429';
    end if;
    return null;
  end $$;

create trigger limit_filing after insert on public.job_requirements
  referencing new table as filed for each statement execute function private.limit_filing();

-- As before; what is always sent, such as an invitation, is never behind news, however much of that there is.
create or replace function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    due := array(select private.claim_from('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_from('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.take_along(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $$;

-- As before; the fifth time within a day, whoever is given one access after another is told an hour later, once, what
-- holds then: the mail says that when it goes.
create or replace function private.mail_access_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    about jsonb := jsonb_build_object('client', old.client_id);
    is_often boolean;
  begin
    if old.access is distinct from new.access and old.user_id is distinct from private.current_user_id()
      and exists (select from public.clients where id = old.client_id)
    then
      is_often := 4 <= (select count(*) from public.mail_outbox as told
        where told.user_id = old.user_id and told.template = 'client_access_changed' and told.ids = about
          and told.created_at > now() - interval '1 day');
      perform private.enqueue_mail('client_access_changed',
        'access.' || case when is_often then old.user_id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                          else gen_random_uuid()::text end,
        about, old.user_id, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
    end if;
    return null;
  end $$;

-- Who has left a company has no name in it any more, whatever they are called where they went.
create or replace function private.own_drafts() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', begun.id, 'title', left(begun.entries ->> 'job_title', 200), 'updated_at', begun.updated_at,
               'saved_by', colleague.full_name) order by begun.updated_at desc, begun.id desc), '[]')
      from public.requirement_drafts as begun
      left join public.client_members as colleague
        on colleague.user_id = begun.author and colleague.client_id = begun.client_id
      where begun.client_id = (select private.current_client_id()) and (select private.may_write_for_client())
  $$;

create or replace function private.inviter_name(invitation public.invitations) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select display_name from public.team_members where user_id = (invitation).invited_by),
      (select full_name from public.client_members
        where user_id = (invitation).invited_by and client_id = (invitation).client_id))
  $$;
