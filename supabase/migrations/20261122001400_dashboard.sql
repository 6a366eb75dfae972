-- All that a company's dashboard shows beside its list, in one answer: each call of a page costs the site and the database
-- about five milliseconds, and a backend that is far away more.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261122001450' $$;

-- The three figures (section 2) of what the caller may see, and who of the team looks after any of it, by account.
-- public.own_recruiters stays: a site of the release before asks for it until it is replaced.
create function public.own_dashboard() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'))
  $$;
