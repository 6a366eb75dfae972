-- What the client's pages ask the database for together, since its parts came one after another.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000900' $$;

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team looks
-- after any of it, by account, what somebody without a company may join, what the team has written, and what is begun.
create or replace function public.own_dashboard() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'drafts', private.own_drafts())
  $$;
