-- Adverts: what the public reads of a requirement, in words of its own, and where people apply without an account
-- (docs/decisions/hire.md). Nobody reads the table: the public, the team and a company each have their function.

-- Is a text more than one line? Titles and names stand in the head of a mail.
create function private.has_line_end(value text) returns boolean
  language sql immutable set search_path = '' as $$ select value ~ '[\n\v\f\r\u0085\u2028\u2029]' $$;

create table public.adverts (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  -- Its address, for good: of its first title and place, and four letters that are drawn.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  title text not null check (private.is_text(title, 200)),
  place text not null check (private.is_text(place, 200)),
  country text not null check (private.is_text(country, 100)),
  work public.job_type not null,
  is_remote boolean not null default false,
  min_experience integer check (min_experience between 0 and 100),
  max_experience integer check (max_experience between 0 and 100),
  skills text[] not null default '{}' check (private.are_skills(skills, 0)),
  body text not null check (private.is_text(body, 10000)),
  -- What it pays, and whether that is told.
  min_pay numeric(14, 2) check (min_pay >= 0 and min_pay < 'NaN'),
  max_pay numeric(14, 2) check (max_pay >= 0 and max_pay < 'NaN'),
  pay_currency public.currency_code not null default 'INR',
  pay_unit text not null default 'month' check (pay_unit in ('hour', 'day', 'month', 'year')),
  tells_pay boolean not null default false,
  -- The company's name stands there, because somebody of it has said so: nobody else can.
  is_named boolean not null default false,
  named_by uuid references auth.users (id) on delete set null,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  written_by uuid references auth.users (id) on delete set null,
  -- Null for one that the public has never seen.
  opened_at timestamptz,
  -- The last day on which somebody can apply, where the agency is.
  closes_on date,
  -- Since when everybody who applied has their answer, and it is over.
  closed_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null default '',
  constraint advert_experience_range check (max_experience >= min_experience),
  constraint advert_pay_range check (max_pay >= min_pay),
  constraint told_pay_is_there check (not tells_pay or num_nonnulls(min_pay, max_pay) > 0),
  constraint open_has_last_day check (opened_at is null or closes_on is not null),
  constraint closed_was_open check (closed_at is null or opened_at is not null)
);

-- What the public lists, the newest first.
create index adverts_open on public.adverts (opened_at desc, requirement_id) where opened_at is not null and closed_at is null;
create index adverts_named_by on public.adverts (named_by) where named_by is not null;
create index adverts_written_by on public.adverts (written_by);

alter table public.adverts enable row level security, force row level security;
grant select on public.adverts to authenticated;

create policy "who may export reads" on public.adverts for select to authenticated
  using ((select private.may_export()));

create trigger stamp_update before update of title, place, country, work, is_remote, min_experience, max_experience, skills, body,
    min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, named_by, language, written_by, opened_at, closes_on, closed_at
  on public.adverts for each row execute function private.stamp_update();
create trigger raise_version before update of title, place, country, work, is_remote, min_experience, max_experience, skills, body,
    min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, opened_at, closes_on, closed_at
  on public.adverts for each row execute function private.raise_version();

-- What an advert is found by: all that its line in the list tells, its skills before the rest.
create function private.searchable_advert(advert public.adverts) returns tsvector
  language sql stable security definer set search_path = '' as $$
    select setweight(private.words_of(concat_ws(chr(10), (advert).title, array_to_string((advert).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (advert).place, array_to_string(private.place_names((advert).place), chr(10)),
           (advert).country, (advert).body, replace(array_to_string(private.kinds_of_work((advert).work), chr(10)), '_', ' '),
           case when (advert).is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = (advert).requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', (advert).place, case when (advert).is_remote then 'remote, home, work from home, anywhere' end),
           (advert).country))
  $$;

create function private.stamp_advert_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.search := private.searchable_advert(new);
    return new;
  end $$;

create trigger stamp_search before insert or update of title, place, country, work, is_remote, skills, body, is_named
  on public.adverts for each row execute function private.stamp_advert_search();

-- Can somebody apply, and does the public see it?
create function private.is_advertised(advert public.adverts) returns boolean
  language sql stable set search_path = '' as $$
    select (advert).opened_at is not null and (advert).closed_at is null and (advert).closes_on >= private.today()
  $$;

-- An advert as the public reads it, column by column: of a company that has not named itself no byte.
create function private.job_of(advert public.adverts) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'slug', (advert).slug, 'title', (advert).title, 'place', (advert).place, 'country', (advert).country, 'work', (advert).work,
        'is_remote', (advert).is_remote, 'min_experience', (advert).min_experience, 'max_experience', (advert).max_experience,
        'skills', (advert).skills, 'body', (advert).body,
        'pay', case when (advert).tells_pay then jsonb_build_object(
          'min', (advert).min_pay, 'max', (advert).max_pay, 'currency', (advert).pay_currency, 'unit', (advert).pay_unit) end,
        'company', case when (advert).is_named then (
          select private.company_name(requirement.client_id) from public.job_requirements as requirement
            where requirement.id = (advert).requirement_id) end,
        'opened_at', (advert).opened_at, 'updated_at', (advert).updated_at, 'closes_on', (advert).closes_on)
  $$;
