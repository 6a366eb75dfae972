-- The frame of the team's pages says the role of whoever asks as well: a page of the team asks for it, and for what is its
-- own, and for nothing else. (The rest of the function is as it was.)

create or replace function private.team_frame() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                         order by display_name, user_id), '[]') from public.team_members),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $$;
