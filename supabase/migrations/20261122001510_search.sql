-- A search is words, and whatever else was typed is no error (docs/decisions/017).

-- How a search box's words are understood; more than two hundred characters of it nobody has typed. Each dash may say
-- "not", and Postgres keeps no more than 32 of these in mind before a word comes: whoever types that many means a line.
create or replace function private.search_query(words text) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select websearch_to_tsquery('simple', case when length(typed) - length(replace(typed, '-', '')) <= 20 then typed
                                            else replace(typed, '-', ' ') end)
      from left(words, 200) as typed
  $$;

-- Any of the words of a name, and nothing of it is an operator: a company may be called "-Demo", or "This or That".
-- Null when there is no word. A dash is none of a number's.
create function private.any_word_of(name text) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select nullif(string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
      from unnest(to_tsvector('simple', replace(left(name, 200), '-', ' ')))
  $$;

create or replace function private.suggest_clients(name text, address text)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, likely.reason
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place from (
          select member.client_id as id, 'address' as reason, 1 as place from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that was made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'address', 1 from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.invitation_state(invitation) = 'open'
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 2 from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name)) order by client.id limit 10)
          union all
          (select client.id, 'words', 3 from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, client.company_name, client.id limit 10
  $$;
