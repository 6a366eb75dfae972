-- The dashboard's list shows also what has unread messages alone, and as many rows as its page asks for.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123001310' $$;

-- The dashboard with its account, and a page of its list from a place on, or from the newest; each row by the policies of
-- whoever asks. One row more than a page has tells that there is a next one.
create function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null)
  returns jsonb
  language sql stable security invoker set search_path = ''
  as $$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.created_at, filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from public.job_requirements as filed
          where (wanted is null or filed.status = wanted)
            -- Asked once, and only if it is wanted; a join would be of all that the company has ever filed.
            and (only_unread is not true or filed.id in (
                  select waiting.requirement_id from public.unread_messages as waiting
                    where waiting.user_id = (select private.current_user_id())))
            and (filed.created_at, filed.id) <
                (coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by filed.created_at desc, filed.id desc
          limit least(greatest(page_size, 0), 100) + 1) as listed), '[]'))
  $$;

-- What a site of before asks, as before.
create or replace function public.client_dashboard(
    wanted public.requirement_status default null, before_at timestamptz default null, before_id uuid default null)
  returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select public.dashboard_page(20, wanted, false, before_at, before_id) $$;
