-- Who did what in the workspace, for the admin: ids, names of fields and words of our enumerations. No address and nothing
-- that anybody typed can stand here, so that the log tells nothing of a person who has been erased (docs/decisions/016).
-- That is also why the ids refer to no table: they stay when what they meant is gone.

create function private.is_name(value text) returns boolean
  language sql immutable set search_path = ''
  as $$ select value ~ '^[a-z][a-z0-9_]{0,62}$' $$;

create function private.are_names(value text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select cardinality(value) <= 50
      and coalesce((select bool_and(coalesce(private.is_name(name), false)) from unnest(value) as name), true)
  $$;

create table public.activity_log (
  id uuid primary key default gen_random_uuid(),
  -- Null for what an operator did by SQL, or the secret key.
  actor uuid,
  action text not null check (private.is_name(action)),
  subject_kind text not null check (private.is_name(subject_kind)),
  subject uuid,
  -- A second id, where there is one: the company of a member, the assignee of an item.
  other uuid,
  fields text[] not null default '{}' check (private.are_names(fields)),
  old_value text check (private.is_name(old_value)),
  new_value text check (private.is_name(new_value)),
  created_at timestamptz not null default now()
);

create index activity_log_newest on public.activity_log (created_at desc, id desc);

-- Notes that the person who is asking did something. For functions of ours that run with rights of their own.
create function private.log_activity(action text, subject_kind text, subject uuid, other uuid default null,
                                     fields text[] default '{}', old_value text default null,
                                     new_value text default null)
  returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.activity_log (actor, action, subject_kind, subject, other, fields, old_value, new_value)
      values ((select private.current_user_id()), action, subject_kind, subject, other, fields, old_value, new_value)
  $$;

alter table public.activity_log enable row level security;
alter table public.activity_log force row level security;
