-- Which mails go to people of the team and of companies: an invitation, each time it is issued, and a role or an access
-- that somebody else has changed or taken. What the person did alone, such as accepting, or leaving, needs none.

create function private.mail_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.enqueue_mail(new.kind || '_invitation', 'invitation.' || new.id || '.' || new.issue,
                                 jsonb_build_object('invitation', new.id), address => new.email);
    return null;
  end $$;

create trigger mail_invitation after insert or update of issue on public.invitations
  for each row execute function private.mail_invitation();

-- A role that an operator gives by SQL to somebody who had none is told by whoever gives it.
create function private.mail_role_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if nullif(old.role, 'client') is distinct from nullif(new.role, 'client')
      and old.user_id is distinct from private.current_user_id()
    then
      perform private.enqueue_mail('team_access_changed', 'role.' || gen_random_uuid(), person => old.user_id);
    end if;
    return null;
  end $$;

create trigger mail_role_change after update of role or delete on public.user_roles
  for each row execute function private.mail_role_change();

-- A company that is deleted tells nobody, nor does an account that is (enqueue_mail).
create function private.mail_access_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if old.access is distinct from new.access and old.user_id is distinct from private.current_user_id()
      and exists (select from public.clients where id = old.client_id)
    then
      perform private.enqueue_mail('client_access_changed', 'access.' || gen_random_uuid(),
                                   jsonb_build_object('client', old.client_id), old.user_id);
    end if;
    return null;
  end $$;

create trigger mail_access_change after update of access or delete on public.client_members
  for each row execute function private.mail_access_change();
