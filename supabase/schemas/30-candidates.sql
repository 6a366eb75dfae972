-- Candidates: people who look for work, as the team knows them (docs/decisions/candidates.md). No company ever reads these
-- tables: what it sees of somebody is the card of an entry (31-shortlists.sql).

-- # What a candidate is found by

-- One skill, however it is written: "React.js" and "ReactJS" are "react", while C, C++ and C# stay three.
create function private.skill_key(skill text) returns text
  language sql immutable set search_path = '' as $$
    select case plain
        when 'js' then 'javascript' when 'ts' then 'typescript' when 'golang' then 'go' when 'cpp' then 'c++'
        when 'c sharp' then 'c#' when 'csharp' then 'c#' when 'dotnet' then '.net' when 'postgres' then 'postgresql'
        when 'k8s' then 'kubernetes'
        else case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end end
      from (select regexp_replace(lower(private.trimmed(skill)), '\s+', ' ', 'g') as plain) as typed
  $$;

-- The lexeme of a skill. Postgres' parser makes none that begins like it.
create function private.skill_lexeme(skill text) returns text
  language sql immutable set search_path = '' as $$ select '=' || private.skill_key(skill) $$;

create function private.searchable_candidate(
    full_name text, headline text, city text, skills text[], email text, phone text) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', concat_ws(' ', full_name, headline, city, email, split_part(email, '@', 2), phone,
                         (select string_agg(skill, ' ') from unnest(skills) as skill where skill !~ '[+#]')))
      || array_to_tsvector(coalesce(private.numbers_in(phone), '{}'))
      || array_to_tsvector(array(
           select distinct private.skill_lexeme(skill) from unnest(skills) as skill where private.is_filled(skill)
           union
           select private.skill_lexeme(found[1]) from regexp_matches(headline, '[[:alnum:]]+[+#]+', 'g') as found))
  $$;

-- Each word is a word as everywhere (private.search_query), or a skill; one letter, or one with + or # behind it, is a skill
-- alone.
create function private.words_or_skills(typed text) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    word text;
    skill tsquery;
    together tsquery := ''::tsquery;
  begin
    for word in select regexp_split_to_table(private.trimmed(typed), '\s+') loop
      skill := ('''' || replace(replace(private.skill_lexeme(word), '\', '\\'), '''', '''''') || '''')::tsquery;
      -- Of what shows nothing there is nothing to look for.
      together := coalesce(together && case when word ~ '^-' then private.search_query(word)
                                   when word ~ '^[[:alpha:]]$|[+#]' then skill
                                   else private.search_query(word) || skill end, together);
    end loop;
    return together;
  end $$;

-- What a search for candidates looks for: the words as they are, or with their numbers as those are kept.
create function private.candidate_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select case when typed ~* '"|(^|\s)or(\s|$)' then private.search_query(typed)
                when plain <> typed then private.words_or_skills(typed) || private.words_or_skills(plain)
                else private.words_or_skills(typed) end
      from left(words, 200) as typed, private.with_plain_numbers(typed) as plain
  $$;

-- # What is kept

-- Up to ten addresses of pages.
create function private.are_links(value text[]) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) <= 10 and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(length(link) <= 300 and link ~ '^https?://[^\s<>"]+$', false))
                      from unnest(value) as link), true)
  $$;

create table public.candidates (
  id uuid primary key default gen_random_uuid(),
  -- A form that comes twice is one candidate.
  form_id uuid unique,
  full_name text not null check (private.is_text(full_name, 200)),
  email text check (private.is_email(email) and email = private.normal_address(email)),
  -- Since somebody has shown that this mailbox is theirs, by a code.
  email_confirmed_at timestamptz,
  phone text check (private.is_text(phone, 200)),
  headline text check (private.is_text(headline, 200)),
  city text check (private.is_text(city, 200)),
  country text check (private.is_text(country, 100)),
  notice_period text check (private.is_text(notice_period, 100)),
  skills text[] not null default '{}' check (private.are_skills(skills, 0)),
  summary text check (private.is_text(summary, 4000)),
  links text[] not null default '{}' check (private.are_links(links)),
  -- What they want to earn; what they earn is neither asked nor kept.
  expected_pay_amount numeric(14, 2) check (expected_pay_amount >= 0 and expected_pay_amount < 'NaN'),
  expected_pay_currency public.currency_code,
  expected_pay_unit text check (expected_pay_unit in ('hour', 'day', 'month', 'year')),
  source text check (private.is_text(source, 200)),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- Of whoever is under 18 nothing is kept.
  is_adult boolean not null check (is_adult),
  -- Where they work now: never shown to it.
  employer text check (private.is_text(employer, 200)),
  created_by uuid references auth.users (id) on delete set null,
  last_activity_at timestamptz not null default now(),
  -- With a new one the links of all mails before are dead.
  link_issue integer not null default 1,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null
    generated always as (private.searchable_candidate(full_name, headline, city, skills, email, phone)) stored,
  constraint pay_is_whole check (
    num_nonnulls(expected_pay_amount, expected_pay_currency, expected_pay_unit) in (0, 3)),
  constraint confirmed_has_address check (email is not null or email_confirmed_at is null)
);

create index candidates_newest on public.candidates (created_at desc, id desc);
create index candidates_city on public.candidates (lower(city), created_at desc, id desc);
create index candidates_search on public.candidates using gin (search) with (fastupdate = off);
create index candidates_search_period on public.candidates
  using gin (private.searchable_in_period(search, created_at)) with (fastupdate = off);
create index candidates_email on public.candidates (email);
create index candidates_mailbox on public.candidates (private.mailbox_of(email));
create unique index candidates_confirmed on public.candidates (email) where email_confirmed_at is not null;
create index candidates_name on public.candidates (lower(full_name));
create index candidates_created_by on public.candidates (created_by);
create index candidates_activity on public.candidates (last_activity_at);

alter table public.candidates enable row level security, force row level security;
grant select on public.candidates to authenticated;

create trigger stamp_update before update on public.candidates for each row execute function private.stamp_update();
-- What somebody writes makes a version; that somebody was there makes none.
create trigger raise_version before update of full_name, email, phone, headline, city, country, notice_period, skills,
    summary, links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer
  on public.candidates for each row execute function private.raise_version();

create policy "who may export reads" on public.candidates for select to authenticated
  using ((select private.may_export()));

create table public.candidate_notes (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (private.is_text(body, 4000)),
  form_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

create index candidate_notes_timeline on public.candidate_notes (candidate_id, created_at desc, id desc);
create unique index candidate_notes_form on public.candidate_notes (author, form_id);

alter table public.candidate_notes enable row level security, force row level security;
grant select on public.candidate_notes to authenticated;

create policy "who may export reads" on public.candidate_notes for select to authenticated
  using ((select private.may_export()));

-- Who must not learn of a candidate: a company that we know, a name, or the domain of its mails; and where they work now.
create table public.candidate_never (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  client_id uuid references public.clients (id) on delete cascade,
  named text check (private.is_text(named, 200)),
  is_employer boolean not null default false,
  -- They have said so themselves, on their page: the team does not take it back.
  is_own boolean not null default false,
  created_at timestamptz not null default now(),
  constraint names_one check (num_nonnulls(client_id, named) = 1)
);

create unique index candidate_never_once on public.candidate_never (candidate_id, client_id, lower(named)) nulls not distinct;
create index candidate_never_client on public.candidate_never (client_id);

alter table public.candidate_never enable row level security, force row level security;
grant select on public.candidate_never to authenticated;

create policy "who may export reads" on public.candidate_never for select to authenticated
  using ((select private.may_export()));

-- # Whom they must not be shown to

-- Words as they are compared: small, without accents, marks and what shows nothing, however they are encoded.
create function private.plain_words(value text) returns text
  language sql immutable set search_path = '' as $$
    select translate(regexp_replace(lower(normalize(value, NFKD)), '[\u00AD\u0300-\u036F\u200B-\u200F\u2060\uFEFF]', '', 'g'),
                     U&'\3002', '.')
  $$;

-- A company's name without what it is by law, signs and spaces: "Acme (India) Pvt. Ltd." is "acmeindia", and "G.m.b.H." is
-- one word. What may be a word of a name as well is the law's at its end alone; a name of nothing else is what it is.
create function private.plain_company_name(name text) returns text
  language sql immutable set search_path = '' as $$
    select nullif(replace(regexp_replace(
        trim(regexp_replace(regexp_replace(replace(private.plain_words(name), '&', ' and '),
          '\m([[:alnum:]])\.', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')),
        '( (private|pvt|p(?= (ltd|limited))|pte|pty|limited|ltd|ltda|llp|llc|lp|opc|inc|incorporated|gmbh|kg|kgaa|ug|corp'
          || '|corporation|(and )?co|company|plc|ag|sa|sas|sarl|spa|srl|sl|bv|nv|ab|aps|oy|se))+$'
          || '| (private(?= limited)|pvt|limited|ltd|llp|llc|gmbh|plc)(?= )', '', 'g'),
        ' ', ''), '')
  $$;

-- The domain that a name is, or an address ends with, or a page's is of; null where anybody gets an address, and for what is none.
create function private.company_domain(name text) returns text
  language sql immutable set search_path = '' as $$
    select domain from (
        select substring(lower(private.trimmed(normalize(name, NFKC)))
                           from '^(?:https?://)?(?:www\.)?(?:[^@\s/]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[0-9]+)?(?:[/?#].*)?$')
          as domain) as found
      where domain !~ '^(gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|me|aol|gmx|proton|protonmail|pm|zoho|zohomail|rediff|rediffmail|mail|yandex|fastmail|tutanota|web)\.'
  $$;

-- The records of somebody: this one, and every other of the same address. What they have said by one holds for all.
create function private.records_of(candidate uuid) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select candidate
    union
    select twin.id from public.candidates as own join public.candidates as twin on twin.email = own.email where own.id = candidate
  $$;

-- The domains of a company: the one that its name is, and those of its people's addresses, past invitations included. Each is
-- looked at once, however many addresses it has.
create function private.domains_of(company uuid) returns text[]
  language sql stable security definer set search_path = '' as $$
    with said as materialized (
      select client.company_name as words from public.clients as client where client.id = company
      union
      select split_part(account.email, '@', 2) from public.client_members as member
        join auth.users as account on account.id = member.user_id where member.client_id = company
      union
      select split_part(invitation.email, '@', 2) from public.invitations as invitation where invitation.client_id = company
    )
    select array_remove(array(select private.company_domain(said.words) from said), null)
  $$;

-- Must this company not learn of this candidate: by itself, its name, the domain of its people's addresses, or because they
-- work there, as any record of theirs says? Whoever asks about many candidates has the company's domains once.
create function private.is_never(person public.candidates, company uuid, domains text[]) returns boolean
  language sql stable security definer set search_path = '' as $$
    with named as materialized (
      select said.client_id, private.plain_company_name(said.named) as plain, private.company_domain(said.named) as domain
        from (
          select never.client_id, never.named from public.candidate_never as never
            where never.candidate_id in (select private.records_of((person).id))
          union all
          select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
          union all select null, private.company_domain((person).email)) as said
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, or one below it.
        or exists (select from unnest(domains) as theirs (domain) where '.' || theirs.domain like '%.' || named.domain))
  $$;

create function private.is_never(person public.candidates, company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_never(person, company, private.domains_of(company))
  $$;

-- # What the team does

-- What a form of the team says of a candidate.
create function private.candidate_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['full_name', 'email', 'phone', 'headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links',
                 'expected_pay_amount', 'expected_pay_currency', 'expected_pay_unit', 'source', 'language', 'is_adult',
                 'employer']
  $$;

-- What a form has sent, on top of a row, of these fields and no others.
create function private.with_candidate_entries(base public.candidates, entries jsonb, fields text[]) returns public.candidates
  language plpgsql stable set search_path = '' as $$
  declare made public.candidates;
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (fields)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made := jsonb_populate_record(base, entries);
    made.full_name := private.trimmed(made.full_name);
    made.email := private.normal_address(made.email);
    made.phone := private.trimmed(made.phone);
    made.headline := private.trimmed(made.headline);
    made.city := private.trimmed(made.city);
    made.country := private.trimmed(made.country);
    made.notice_period := private.trimmed(made.notice_period);
    made.summary := private.trimmed(made.summary);
    made.source := private.trimmed(made.source);
    made.employer := private.trimmed(made.employer);
    made.language := coalesce(made.language, 'en');
    made.links := array(select private.trimmed(link) from unnest(made.links) as link where private.is_filled(link));
    -- Each skill once, in the order in which they were written.
    made.skills := array(
      select skill from (
        select distinct on (private.skill_key(typed.skill)) private.trimmed(typed.skill) as skill, typed.place
          from unnest(made.skills) with ordinality as typed (skill, place) where private.is_filled(typed.skill)
          order by private.skill_key(typed.skill), typed.place) as once
        order by once.place);
    if made.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif not coalesce(private.is_email(made.email), true) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif made.is_adult is not true then
      raise exception 'under_age' using errcode = 'PT422';
    end if;
    return made;
  end $$;

-- All records of somebody, held until the transaction ends, with the requirements that they have joined, whose count follows
-- when that ends; and those of an address that is to be theirs. Whoever holds more than one thing takes requirements first, then
-- candidates, then entries, then lines of the inbox, each by id (private.lock_team).
create function private.hold_records(candidate uuid, address text default null) returns uuid[]
  language plpgsql security definer set search_path = '' as $$
  declare records uuid[] := array(
    select private.records_of(candidate) union select known.id from public.candidates as known where known.email = address);
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
    return array(select private.records_of(candidate) order by 1);
  end $$;

-- A candidate until the transaction ends, with all records of theirs: what is said by one may end what is shown by another.
create function private.lock_candidate(candidate uuid) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare held public.candidates;
  begin
    perform private.hold_records(candidate);
    select * into held from public.candidates where id = candidate for update;
    if held.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- The address of a candidate who is held becomes another one: what went to the one before is dead, and what was asked there
-- and not answered can be asked anew.
create function private.leave_address(held public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = held.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> held.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = held.email and other.id <> held.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(held.id) end;
    delete from private.candidate_sessions where candidate_id = held.id;
    delete from private.candidate_codes where candidate_id = held.id;
    for entry in select asked.id from public.shortlist_entries as asked
                   where asked.candidate_id = held.id and asked.state = 'asked' order by asked.id for update loop
      perform private.unask_entry(entry);
    end loop;
    update public.candidate_consents as asked set closed_at = now()
      where asked.candidate_id = held.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
  end $$;

-- Writes what may be written of a candidate who is held. Another address has to be proved anew, and kills the links that went
-- to the one before.
create function private.write_candidate(held public.candidates, wanted public.candidates) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare now_at integer;
  begin
    if wanted is distinct from held then
      if wanted.email is distinct from held.email then
        wanted.email_confirmed_at := null;
        wanted.link_issue := held.link_issue + 1;
        perform private.leave_address(held);
      end if;
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = held.id returning kept.version into now_at;
      perform private.hide_from_never(held.id);
    end if;
    return coalesce(now_at, held.version);
  end $$;

-- Keeps a candidate: a new one, once for each form, or what is known of one on the version that was read.
create function private.save_candidate(entries jsonb, form uuid, candidate uuid, seen integer) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.save_candidate to authenticated;

-- Who may be the same person as somebody who is being entered: by address, by number, or by name and city. The first six.
create function private.similar_candidates(entries jsonb, except_one uuid)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language plpgsql stable security definer rows 6 set search_path = '' as $$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where known.email = private.normal_address(entries ->> 'email') limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_in(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where lower(known.full_name) = lower(private.trimmed(entries ->> 'full_name'))
                and (lower(known.city) = lower(private.trimmed(entries ->> 'city'))) is not false limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $$;
grant execute on function private.similar_candidates to authenticated;

-- Writes a note about a candidate, once for each form.
create function private.note_candidate(candidate uuid, form uuid, body text) returns uuid
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.note_candidate to authenticated;

-- Adds who must not learn of a candidate who is held; whatever that one sees of them now, it sees no more.
create function private.write_never(candidate uuid, named text, client uuid, employer boolean, own boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare made uuid;
  begin
    if client is null and private.trimmed(write_never.named) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif client is not null and not exists (select from public.clients where id = client) then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif 100 <= (select count(*) from public.candidate_never as kept where kept.candidate_id = candidate) then
      raise exception 'too_many_never' using errcode = 'PT422';
    end if;
    insert into public.candidate_never as kept (candidate_id, client_id, named, is_employer, is_own)
      values (candidate, client, case when client is null then private.trimmed(write_never.named) end, coalesce(employer, false), own)
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_employer = kept.is_employer or excluded.is_employer, is_own = kept.is_own or excluded.is_own
      returning kept.id into made;
    update public.candidates set last_activity_at = now() where id = candidate;
    perform private.hide_from_never(candidate, own);
    return made;
  end $$;

create function private.add_never(candidate uuid, named text, client uuid, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.lock_candidate(candidate);
    return private.write_never(candidate, named, client, employer, false);
  end $$;
grant execute on function private.add_never to authenticated;

-- Takes one back that the team has added.
create function private.remove_never(never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never;
  end $$;
grant execute on function private.remove_never to authenticated;

-- # The list

-- One page of candidates, the newest first. What many have is found among the newest; what some have, among those of six
-- periods; what few have, by the index of all; and of what is left the newest are looked at in their order. No plan is made
-- anew for other words: to make one would take longer than the search.
create function private.candidates_page(
    words text, city text, before_at timestamptz, before_id uuid, room integer) returns table (candidate_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
  declare
    query tsquery := private.candidate_query(words);
    town text := lower(private.trimmed(city));
    from_at timestamptz := case when before_id is null then 'infinity' else before_at end;
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    walked integer;
    found uuid[];
  begin
    if words is null or private.trimmed(words) is null then
      if town is null then
        return query select kept.id from public.candidates as kept
          where (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      else
        return query select kept.id from public.candidates as kept
          where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      end if;
      return;
    elsif numnode(query) = 0 then
      return;
    end if;
    foreach walked in array array[400, null] loop
      found := array(
        select newest.id from (
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where town is null and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)
            union all
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)) as newest
          where newest.search @@ query order by newest.created_at desc, newest.id desc limit room);
      exit when cardinality(found) = room or walked is null;
      found := array(
        with recent as materialized (
          select kept.id, kept.created_at, kept.city, kept.search from public.candidates as kept
            where private.searchable_in_period(kept.search, kept.created_at) @@ private.query_in_periods(
              query, least(from_at, (select max(newest.created_at) from public.candidates as newest)), 6))
        select recent.id from recent
          where recent.search @@ query and (town is null or lower(recent.city) = town)
            and (recent.created_at, recent.id) < (from_at, from_id)
          order by recent.created_at desc, recent.id desc limit room);
      exit when cardinality(found) = room;
      found := array(select kept.id from public.candidates as kept where kept.search @@ query limit 1001);
      if cardinality(found) <= 1000 then
        found := array(
          select kept.id from public.candidates as kept
            where kept.id = any (found) and (town is null or lower(kept.city) = town)
              and (kept.created_at, kept.id) < (from_at, from_id)
            order by kept.created_at desc, kept.id desc limit room);
        exit;
      end if;
    end loop;
    return query select unnest(found);
  end $$;

-- The team's list: as many as are asked for and one more, which tells that there is a next page.
create function private.list_candidates(words text, city text, before_at timestamptz, before_id uuid, size integer)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as asked
                                where asked.candidate_id = kept.id and asked.purpose = 'keep' and private.is_in_force(asked) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $$;
grant execute on function private.list_candidates to authenticated;

-- # Exposed through the Data API

create function public.save_candidate(
    entries jsonb, form uuid default null, candidate uuid default null, seen integer default null) returns jsonb
  language sql set search_path = '' as $$ select private.save_candidate(entries, form, candidate, seen) $$;
grant execute on function public.save_candidate to authenticated;

create function public.similar_candidates(entries jsonb, except_one uuid default null)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language sql stable set search_path = '' as $$ select * from private.similar_candidates(entries, except_one) $$;
grant execute on function public.similar_candidates to authenticated;

create function public.note_candidate(candidate uuid, form uuid, body text) returns uuid
  language sql set search_path = '' as $$ select private.note_candidate(candidate, form, body) $$;
grant execute on function public.note_candidate to authenticated;

create function public.add_never(
    candidate uuid, named text default null, client uuid default null, employer boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.add_never(candidate, named, client, employer) $$;
grant execute on function public.add_never to authenticated;

create function public.remove_never(never uuid) returns void
  language sql set search_path = '' as $$ select private.remove_never(never) $$;
grant execute on function public.remove_never to authenticated;

create function public.list_candidates(
    words text default null, city text default null, before_at timestamptz default null, before_id uuid default null,
    size integer default 25)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable set search_path = '' as $$
    select * from private.list_candidates(words, city, before_at, before_id, size)
  $$;
grant execute on function public.list_candidates to authenticated;
