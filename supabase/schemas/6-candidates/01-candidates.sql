-- Candidates: people who look for work, as the team knows them (docs/decisions/candidates.md). No company ever reads these
-- tables: what it sees of somebody is the card of an entry (04-shortlists.sql).

-- What skills are called for short.
create function private.short_skills() returns table (name text, skill text)
  language sql immutable set search_path = '' as $$
    values ('js', 'javascript'), ('ts', 'typescript'), ('golang', 'go'), ('cpp', 'c++'), ('cplusplus', 'c++'), ('csharp', 'c#'),
      ('dotnet', '.net'), ('postgres', 'postgresql'), ('k8s', 'kubernetes')
  $$;

-- One skill, however it is written: "React.js" and "ReactJS" are "react", while C, C++ and C# stay three.
create function private.skill_key(skill text) returns text
  language sql immutable set search_path = '' as $$
    select coalesce((select short.skill from private.short_skills() as short where short.name = plain),
                    case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end)
      from (select private.plain_signs(regexp_replace(lower(private.trimmed(skill_key.skill)), '\s+', ' ', 'g')) as plain) as typed
  $$;

-- What else a skill is called: "go" is "golang", "ReactJS" is "react".
create function private.skill_synonyms(skill text) returns setof text
  language sql immutable set search_path = '' as $$
    select other.name
      from private.skill_key(skill_synonyms.skill) as key
      cross join lateral (select key as name union all select short.name from private.short_skills() as short where short.skill = key) as other
      where other.name <> lower(private.trimmed(skill_synonyms.skill))
  $$;

-- The other forms of a word of a craft: "welding" is "welder" and "welders", "driver" is "driving", "pumps" is "pump". Of letters
-- alone, and long ones: "C", ".NET" and "SQL" have none but themselves.
create function private.skill_forms(word text) returns text[]
  language sql immutable set search_path = '' as $$
    select array[word] || case
        when word !~ '^[a-z]{4,}$' then '{}'
        when word ~ '^[a-z]{3,}(ing|ers?|ors?)$' then array(
          select stem || ending from regexp_replace(word, '(ing|ers?|ors?)$', '') as stem,
                                     unnest(array['ing', 'er', 'ers', 'or', 'ors']) as ending
            where stem || ending <> word)
        when word ~ '[^s]s$' then array[left(word, -1)]
        when word ~ '[^s]$' then array[word || 's']
        else '{}' end
  $$;

-- Looks for a skill, by whichever of its names and forms, among the skills and in the headline (weight A): "Go" is no part of
-- "Goa", nor the R of an initial a language. Null when it has no word.
create function private.skill_query(skill text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(phrase.parts, ' | ')::tsquery
      from (select distinct phraseto_tsquery('simple', private.spaced_text(name.called)) as plain
              from (select skill as called union select private.joined_text(skill) union select * from private.skill_synonyms(skill)) as name)
        as spelling
      cross join lateral (
        select string_agg(case when part ~ '^''' then (
                            select '(' || string_agg(quote_literal(form) || ':A', ' | ') || ')'
                              from unnest(private.skill_forms(trim(part, ''''))) as form)
                          else part end, ' ' order by place) as parts
          from regexp_split_to_table(plain::text, ' ') with ordinality as split (part, place)) as phrase
      where numnode(plain) > 0
  $$;

-- The same, and each word of it for itself: where one skill is enough, "TIG welding" finds whoever has TIG, or is a welder.
create function private.skill_words_query(skill text) returns tsquery
  language sql immutable set search_path = '' as $$
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
  $$;

-- How many days of notice words tell: none for "immediate", 60 for "2 months", the longer of "15 to 30 days", 30 where notice is
-- being served and nobody says until when. Null for what tells none.
create function private.notice_days(notice text) returns integer
  language sql immutable set search_path = '' as $$
    select case
        when counted.days is not null then least(counted.days, 3650)::integer
        when plain ~ '^[^0-9a-z]*[0-9]{1,3}[^0-9a-z]*$' then substring(plain from '[0-9]+')::integer
        when plain ~ ('(?<![a-z])(immediate(ly)?|at once|right away|now|today|tomorrow|any ?time|asap|nil|none|zero|no notice|'
          || 'available|free|unemployed|not (working|employed)|between jobs|(already )?served|over)(?![a-z])'
          || '|तुरंत|अभी') then 0
        when plain ~ '(?<![a-z])(serving|on notice)(?![a-z])' then 30
        when plain ~ '(?<![a-z])(fortnight)(?![a-z])' then 15
        end
      from (select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
              private.fold_text(notice), '(?<![a-z])(an?|one)(?= (day|week|month))', '1', 'g'),
              '(?<![a-z])two(?![a-z])', '2', 'g'), '(?<![a-z])three(?![a-z])', '3', 'g'), '(?<![a-z])four(?![a-z])', '4', 'g'),
              '(?<![a-z])six(?![a-z])', '6', 'g'), 'महीन[^ ]*|mahin[a-z]*|(?<![a-z])mths?(?![a-z])', 'month', 'g'),
              'दिन|(?<![a-z])din(?![a-z])', 'day', 'g') as plain) as typed
      cross join lateral (
        select max(found[2]::numeric * case left(found[3], 1) when 'd' then 1 when 'w' then 7 else 30 end) as days
          from regexp_matches(plain, '(?:([0-9]{1,3})\s*(?:-|–|to|or)\s*)?([0-9]{1,3}(?:[.][0-9])?)\s*\+?-?\s*(d(?:ays?)?|w(?:ee)?ks?|months?|m)(?![a-z])',
                              'g') as found) as counted
  $$;

-- The days of notice that a search may name, and what stands for them in what somebody is found by: each of those that theirs
-- is within, or that it is not known.
create function private.notice_lexemes(notice text) returns text[]
  language sql immutable set search_path = '' as $$
    select case when days is null then array['<?']
      else array(select '<' || most from unnest(array[0, 7, 15, 30, 45, 60, 90]) as most where days <= most) end
      from private.notice_days(notice) as days
  $$;

-- What a year's pay comes to: of eight hours a day, and twenty-six days a month, as wages are counted here.
create function private.yearly_pay(amount numeric, unit text) returns numeric
  language sql immutable set search_path = '' as $$
    select amount * case unit when 'hour' then 2496 when 'day' then 312 when 'month' then 12 else 1 end
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
  search tsvector not null default '',
  -- What the team does next about them, whatever the job, and whose day it is in (private.note_talk).
  next_on date,
  next_words text check (private.is_text(next_words, 200)),
  next_by uuid references auth.users (id) on delete set null,
  -- When all of it is deleted, as they want by a link that went to their telephone: until then they can undo it.
  erase_at timestamptz,
  constraint pay_is_whole check (
    num_nonnulls(expected_pay_amount, expected_pay_currency, expected_pay_unit) in (0, 3)),
  constraint confirmed_has_address check (email is not null or email_confirmed_at is null),
  constraint next_step_has_day check (next_on is not null or num_nonnulls(next_words, next_by) = 0)
);

create index candidates_newest on public.candidates (created_at desc, id desc);
create index candidates_search on public.candidates using gin (search) with (fastupdate = off);
create index candidates_email on public.candidates (email);
create unique index candidates_confirmed on public.candidates (email) where email_confirmed_at is not null;
create index candidates_name on public.candidates (private.name_key(full_name));
create index candidates_created_by on public.candidates (created_by);
create index candidates_activity on public.candidates (last_activity_at);
create index candidates_next on public.candidates (next_by, next_on) where next_on is not null;
create index candidates_to_erase on public.candidates (erase_at) where erase_at is not null;

alter table public.candidates enable row level security, force row level security;
grant select on public.candidates to authenticated;

create trigger stamp_update before update of full_name, email, email_confirmed_at, phone, headline, city, country, notice_period,
    skills, summary, links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer,
    is_adult, created_by, last_activity_at, link_issue
  on public.candidates for each row execute function private.stamp_update();
-- What somebody writes makes a version; that somebody was there makes none.
create trigger raise_version before update of full_name, email, phone, headline, city, country, notice_period, skills,
    summary, links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer
  on public.candidates for each row execute function private.raise_version();

-- What a candidate is found by: all that a row of a list shows, and where they work. The skills and the headline are told apart
-- from the rest by their weight, places and notice by signs that no word begins with.
create function private.searchable_candidate(candidate public.candidates) returns tsvector
  language sql stable set search_path = '' as $$
    select setweight(private.words_of(concat_ws(chr(10), (candidate).headline, array_to_string((candidate).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (candidate).full_name, (candidate).city,
           array_to_string(private.place_names((candidate).city), chr(10)), (candidate).country, (candidate).email,
           (candidate).phone, (candidate).notice_period, (candidate).employer, (candidate).source))
      || array_to_tsvector(private.place_lexemes((candidate).city, (candidate).country)
                           || private.notice_lexemes((candidate).notice_period))
  $$;

create function private.stamp_candidate_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.search := private.searchable_candidate(new);
    return new;
  end $$;

create trigger stamp_search before insert or update of full_name, email, phone, headline, city, country, notice_period, skills,
    source, employer
  on public.candidates for each row execute function private.stamp_candidate_search();

create policy "who may export reads" on public.candidates for select to authenticated
  using ((select private.may_export()));

-- Talks with candidates, and notes about them: of these nobody was spoken to.
create table public.candidate_notes (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (private.is_text(body, 4000)),
  form_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- For which job; null for what is about the candidate alone, or about a job that they were taken back from.
  entry_id uuid,
  -- By which way they were spoken to; null for a note.
  channel text check (channel in ('call', 'whatsapp', 'mail', 'meeting')),
  -- Of the number that its author has rung, and spoken with whoever has it (private.number_digest); null for any other note.
  number_digest text check (number_digest ~ '^[0-9a-f]{64}$')
);

create index candidate_notes_timeline on public.candidate_notes (candidate_id, created_at desc, id desc);
create unique index candidate_notes_form on public.candidate_notes (author, form_id);
create index candidate_notes_entry on public.candidate_notes (entry_id, created_at desc, id desc) where entry_id is not null;

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

-- A company's name without what it is by law, signs and spaces: "Acme (India) Pvt. Ltd." is "acmeindia", and "G.m.b.H." is
-- one word. What may be a word of a name as well is the law's at its end alone; a name of nothing else is what it is.
create function private.plain_company_name(name text) returns text
  language sql immutable set search_path = '' as $$
    select nullif(replace(regexp_replace(
        trim(regexp_replace(regexp_replace(replace(private.fold_text(name), '&', ' and '),
          '\m([[:alnum:]])\.', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')),
        '( (private|pvt|p(?= (ltd|limited))|pte|pty|limited|ltd|ltda|llp|llc|lp|opc|inc|incorporated|gmbh|kg|kgaa|ug|corp'
          || '|corporation|(and )?co|company|plc|ag|sa|sas|sarl|spa|srl|sl|bv|nv|ab|aps|oy|se))+$'
          || '| (private(?= limited)|pvt|limited|ltd|llp|llc|gmbh|plc)(?= )', '', 'g'),
        ' ', ''), '')
  $$;

-- An index's function is called by whoever writes the row.
grant execute on function private.plain_company_name to authenticated, service_role;
create index clients_plain_name on public.clients (private.plain_company_name(company_name));

-- By which two names of companies are compared: the same where one writes its umlauts in another way ("Müller", "Mueller").
create function private.company_key(name text) returns text
  language sql immutable set search_path = '' as $$ select private.without_umlauts(private.plain_company_name(name)) $$;

-- A label of a domain as the domain name system has it: with letters beyond ASCII in Punycode (RFC 3492, section 6.3).
create function private.ascii_label(label text) returns text
  language plpgsql immutable strict set search_path = '' as $$
  declare
    points integer[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as each (letter, place)
                                order by place);
    made text := regexp_replace(label, '[^\x01-\x7F]', '', 'g');
    basic integer := length(made);
    handled integer := basic;
    lowest integer := 128;
    delta integer := 0;
    bias integer := 72;
    point integer;
    rest integer;
    base integer;
    threshold integer;
  begin
    if label !~ '[^\x01-\x7F]' then
      return label;
    elsif basic > 0 then
      made := made || '-';
    end if;
    while handled < cardinality(points) loop
      point := (select min(each) from unnest(points) as each where each >= lowest);
      delta := delta + (point - lowest) * (handled + 1);
      lowest := point;
      foreach point in array points loop
        if point < lowest then
          delta := delta + 1;
        elsif point = lowest then
          rest := delta;
          base := 36;
          loop
            threshold := least(greatest(base - bias, 1), 26);
            exit when rest < threshold;
            made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789',
                                   threshold + (rest - threshold) % (36 - threshold) + 1, 1);
            rest := (rest - threshold) / (36 - threshold);
            base := base + 36;
          end loop;
          made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
          delta := delta / case when handled = basic then 700 else 2 end;
          delta := delta + delta / (handled + 1);
          base := 0;
          while delta > 455 loop
            delta := delta / 35;
            base := base + 36;
          end loop;
          bias := base + 36 * delta / (delta + 38);
          delta := 0;
          handled := handled + 1;
        end if;
      end loop;
      delta := delta + 1;
      lowest := lowest + 1;
    end loop;
    return 'xn--' || made;
  end $$;

-- Does anybody get an address of this domain, so that it is no company's?
create function private.is_free_domain(domain text) returns boolean
  language sql immutable set search_path = '' as $$
    select domain ~ '^(yahoo|hotmail|outlook|live|aol|gmx|yandex|zohomail|tutanota)\.(com?\.)?[a-z]{2,3}$' or domain in (
      'gmail.com', 'googlemail.com', 'ymail.com', 'rocketmail.com', 'msn.com', 'windowslive.com', 'icloud.com', 'me.com', 'mac.com',
      'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'zoho.com', 'zoho.in', 'rediff.com', 'rediffmail.com',
      'indiatimes.com', 'sify.com', 'in.com', 'mail.com', 'email.com', 'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'rambler.ru',
      'ya.ru', 'fastmail.com', 'fastmail.fm', 'tuta.com', 'tuta.io', 'hey.com', 'duck.com', 'hushmail.com', 'web.de', 'mail.de',
      'freenet.de', 'arcor.de', 't-online.de', 'posteo.de', 'mailbox.org', 'bluewin.ch', 'free.fr', 'laposte.net', 'wanadoo.fr',
      'libero.it', 'virgilio.it', 'wp.pl', 'o2.pl', 'seznam.cz', 'btinternet.com', 'comcast.net', 'verizon.net', 'att.net',
      'sbcglobal.net', 'bigpond.com', 'qq.com', '163.com', '126.com', 'naver.com', 'uol.com.br', 'bol.com.br')
  $$;

-- The domain that a name is, or an address ends with, or a page's is of, in ASCII and without the dot that it may end with;
-- null where anybody gets an address, and for what is none.
create function private.company_domain(name text) returns text
  language sql immutable set search_path = '' as $$
    select domain from (
        select string_agg(private.ascii_label(label), '.' order by place) as domain
          from string_to_table(
            substring(regexp_replace(translate(lower(normalize(private.trimmed(name), NFKC)), U&'\3002', '.'),
                                     '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g')
              from '^(?:https?://|mailto:)?(?:www\.)?(?:[^@\s/]*@)?((?:[a-z0-9-]|[^\x01-\x7F])+(?:\.(?:[a-z0-9-]|[^\x01-\x7F])+)+)\.?(?::[0-9]+)?(?:[/?#].*)?$'),
            '.') with ordinality as labels (label, place)) as found
      where not private.is_free_domain(domain)
  $$;

-- The records without an address of somebody of this name who has one of these numbers.
create function private.records_like(full_name text, phone text) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select known.id from public.candidates as known
      where private.name_key(known.full_name) = private.name_key(records_like.full_name) and known.email is null
        and private.world_numbers(known.phone) && private.world_numbers(records_like.phone)
  $$;

-- The records of somebody: this one, every other of the same address, and, without one, of the same name and number. What they
-- have said by one holds for all.
create function private.records_of(candidate uuid) returns setof uuid
  language sql stable security definer rows 2 set search_path = '' as $$
    select candidate
    union
    select twin.id from public.candidates as own join public.candidates as twin on twin.email = own.email where own.id = candidate
    union
    select twin from public.candidates as own cross join lateral private.records_like(own.full_name, own.phone) as twin
      where own.id = candidate and own.email is null
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

-- Whom a candidate must not be shown to, as any record of theirs says: companies that we know, names and domains, and where
-- they work.
create function private.kept_from(person public.candidates) returns table (client_id uuid, named text)
  language sql stable security definer rows 4 set search_path = '' as $$
    select never.client_id, never.named from public.candidate_never as never
      where never.candidate_id in (select private.records_of((person).id))
    union all
    select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
    union all select null, private.company_domain((person).email)
  $$;

-- Must this company not learn of this candidate: by itself, its name, the domain of its people's addresses, or because they
-- work there? Whoever asks about many candidates has the company's domains once.
create function private.matches_blocklist(person public.candidates, company uuid, domains text[]) returns boolean
  language sql stable security definer set search_path = '' as $$
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
  $$;

create function private.is_blocked(person public.candidates, company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.matches_blocklist(person, company, private.domains_of(company))
  $$;

-- The first word of three letters or more of a company's name, as its names are compared: "Reddy's" and "Reddys" are "reddy".
create function private.first_company_word(name text) returns text
  language sql immutable set search_path = '' as $$
    select rtrim(substring(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', '')))
                           from '[[:alnum:]]{3,}'), 's')
  $$;

-- The names on somebody's list, and of where they work, that may be this company's written otherwise: they begin with the same
-- word, or one is within the other. The team decides.
create function private.near_names(person public.candidates, company text) returns text[]
  language sql stable security definer set search_path = '' as $$
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

-- Holds records until the transaction ends, with the requirements that they have joined, whose count follows when that ends.
-- Whoever holds more than one thing takes requirements first, then candidates, then entries, then lines of the inbox, each by
-- id (private.lock_team).
create function private.lock_record_rows(records uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
  end $$;

-- All records of somebody, held until the transaction ends; and those of an address, or a name and number, that are to be
-- theirs.
create function private.lock_records(candidate uuid, address text default null, full_name text default null, phone text default null)
  returns uuid[]
  language plpgsql security definer set search_path = '' as $$
  declare records uuid[] := array(
    select private.records_of(candidate) union select known.id from public.candidates as known where known.email = address
    union select private.records_like(lock_records.full_name, lock_records.phone));
  begin
    perform private.lock_record_rows(records);
    return array(select private.records_of(candidate) order by 1);
  end $$;
