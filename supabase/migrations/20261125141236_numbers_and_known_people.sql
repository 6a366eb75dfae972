SET local check_function_bodies = off;

DROP INDEX "public"."candidates_name";

DROP FUNCTION "private"."first_number_in"(text);

CREATE OR REPLACE FUNCTION private.accounts_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    with wanted as materialized (select private.mailbox_of(private.trimmed(accounts_of.address)) as mailbox)
    select account.id from wanted
      join auth.users as account on split_part(lower(account.email), '@', 2) = split_part(wanted.mailbox, '@', 2)
        and private.mailbox_of(account.email) = wanted.mailbox
  $function$;

CREATE OR REPLACE FUNCTION private.any_number_of (
  phone text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(number, ' | ')::tsquery from unnest(private.numbers_like(left(phone, 200))) as number
  $function$;

CREATE OR REPLACE FUNCTION private.card_tells (
  person   public.candidates,
  card     jsonb,
  pitch    text,
  is_blind boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select position(private.plain_words((person).email) in typed.words) > 0
      -- The last nine digits of a number, whatever stands between them.
      or exists (
        select from unnest(private.phone_numbers_in((person).phone)) as dialled
          cross join lateral unnest(array[typed.words, private.unspelled(typed.words)]) as words
          where position(right(ltrim(dialled, '+0'), 9) in regexp_replace(private.latin_digits(words), '[^0-9]', '', 'g')) > 0)
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in private.plain_company_name(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.plain_words((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.plain_words(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.digits_of (
  dialled text,
  OUT     digits text,
  OUT     is_whole boolean
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select ltrim(dialled, '+0'), dialled like '+%' or length(ltrim(dialled, '0')) > 9
  $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery;
    address_words tsquery;
    mailbox text;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := private.mailbox_of(private.trimmed(left(find_enquiries.address, 320)));
    address_words := phraseto_tsquery('simple', private.normal_address(left(find_enquiries.address, 320)));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from private.searched_lines as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from private.searched_lines as line
          where numnode(address_words) > 0 and line.search @@ address_words
      ), of_mailbox as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where private.mailbox_of(sent.email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where private.mailbox_of(sent.contact_email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where private.mailbox_of(sent.email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'address', 2 from of_mailbox
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.first_number_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select private.numbers_in((private.phone_numbers_in(value))[1]) $function$;

CREATE OR REPLACE FUNCTION private.is_email (
  value text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select length(value) <= 320
      and value ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
                   || '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$')
      and value ~ '[a-zA-Z][^.]*$'
  $function$;

CREATE OR REPLACE FUNCTION private.latin_digits (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when value ~ '[^\u0001-\u007F]' then translate(value,
      U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
        '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
        '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
        '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 12)) else value end
  $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1),
                    string_agg(distinct word collate "C", ' '))
      from regexp_split_to_table(
             regexp_replace(private.plain_words(name), '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E]+') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.number_ends (
  digits text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select right(digits, size) from unnest(array[9, 8, 7]) as size
                   where length(digits) >= size + 2 and right(digits, size) !~ '^0')
  $function$;

CREATE OR REPLACE FUNCTION private.number_of (
  address text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(case when number.is_whole then right(number.digits, 10) else '0' || number.digits end, ' | ')::tsquery
      from unnest(private.phone_numbers_in(left(address, 200))) as dialled
      cross join lateral private.digits_of(dialled) as number
      where position('@' in address) = 0
  $function$;

CREATE OR REPLACE FUNCTION private.numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[number.digits, right(number.digits, 10)] || private.number_ends(number.digits)
        else array[number.digits, '0' || number.digits] end) as key
  $function$;

CREATE OR REPLACE FUNCTION private.numbers_like (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[right(number.digits, 10)]
          || array(select '0' || number_end from unnest(private.number_ends(number.digits)) as number_end)
        else array[number.digits] end) as key
  $function$;

CREATE OR REPLACE FUNCTION private.phone_numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(number.dialled order by run.place), '{}')
      from regexp_matches(
             regexp_replace(private.latin_digits(value),
               '(?<![a-z])(?:ext(?:ensio)?n?|x|#)[.: ]{0,3}[0-9]{1,6}(?![0-9])'
                 || '|(?<![0-9])(?:(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?)?'
                   || '(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[ap]\.?m(?![a-z])'
                 || '|(?<![0-9])[0-9]{1,2}(?= to [0-9]{1,2}(?![0-9]))'
                 || '|(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])'
                 || '|(?<= )(?:[6-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?'
                   || '(?:[1-9]|1[0-9]|2[0-4])(?:[.:][0-9]{2})?(?![0-9]|[ .-][0-9])'
                 || '|(?<![0-9])24 ?[x/*] ?7(?![0-9])',
               'x', 'gi'),
             '\(?\+?\(?(?:[0-9][ \u00A0\u2010-\u2015().-]{0,3}){6}[0-9](?:[ \u00A0\u2010-\u2015.)-]{0,3}[0-9])*',
             'g') with ordinality as run (signs, place)
      cross join lateral (
        select run.signs[1] ~ '^\(?\+|^\(?00|^\(?[1-9][0-9]{0,2}\)?[ -]?\(0\)' as is_abroad) as code
      cross join lateral (
        select regexp_replace(case when code.is_abroad then regexp_replace(run.signs[1], '\( ?0 ?\)', '')
                                   else run.signs[1] end, '[^0-9]', '', 'g') as digits) as typed
      cross join lateral (
        select case when not code.is_abroad or typed.digits ~ '^0[1-9]' then typed.digits
                    else regexp_replace('+' || ltrim(typed.digits, '0'),
                           '^\+(2[07]|3[1236]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|880|9[67][0-9])0+', '+\1')
               end as dialled) as number
      where length(ltrim(number.dialled, '+0')) between 7 and 15
  $function$;

CREATE OR REPLACE FUNCTION private.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select private.mailbox_of(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where private.mailbox_of(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from private.accounts_of(sender) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.similar_candidates (
  entries    jsonb,
  except_one uuid
)
  RETURNS TABLE (
    id           uuid,
    full_name    text,
    headline     text,
    city         text,
    why          text,
    is_confirmed boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where private.mailbox_of(known.email) = private.mailbox_of(private.trimmed(entries ->> 'email')) limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_like(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where private.name_key(known.full_name) = private.name_key(left(entries ->> 'full_name', 200))
                and (private.plain_words(known.city) = private.plain_words(private.trimmed(entries ->> 'city'))) is not false
              limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.suggest_clients (
  name    text,
  address text,
  number  text,
  known   uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text,
    is_known     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             private.numbers_like(left(number, 200)) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            where member.user_id in (select private.accounts_of(address))
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and private.mailbox_of(invitation.email) = private.mailbox_of(private.trimmed(address))
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) && wanted_ones
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) && wanted_ones
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $function$;

REVOKE ALL ON FUNCTION "private"."accounts_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."digits_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digits_of"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."first_number_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latin_digits"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."latin_digits"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_ends"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."number_ends"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."numbers_like"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_numbers_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."phone_numbers_in"(text) TO "authenticated", "service_role";

CREATE INDEX candidates_name ON public.candidates USING btree (private.name_key(full_name));

CREATE INDEX consultation_requests_mailbox ON public.consultation_requests USING btree (private.mailbox_of(email), created_at DESC);

CREATE INDEX contact_submissions_mailbox ON public.contact_submissions USING btree (private.mailbox_of(email), created_at DESC);

CREATE INDEX invitations_mailbox ON public.invitations USING btree (private.mailbox_of(email));

CREATE INDEX public_job_submissions_mailbox ON public.public_job_submissions USING btree (private.mailbox_of(contact_email), created_at DESC);

-- What is kept already is found by its numbers as they are read now. Nobody has changed these rows.
alter table public.clients disable trigger user;
update public.clients set phone = phone where phone is not null;
alter table public.clients enable trigger user;
alter table public.candidates disable trigger user;
update public.candidates set phone = phone where phone is not null;
alter table public.candidates enable trigger user;
reindex index public.client_members_search;
select private.renew_search();
