-- What an answer settles for its side (docs/decisions/023) is what its writer has seen, and not what the answer says of it:
-- else whoever may write could take from colleagues what nobody has read.

-- Up to where somebody has seen what the other side wrote. What a page showed is the time of a message that is there, to
-- the microsecond, which nobody knows who was not shown it; and nothing that the database holds unread for them has been
-- seen. Null for nothing.
create function private.seen_by(person uuid, requirement uuid, claimed timestamptz) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    select least(shown.created_at, (
             select held.first_at - interval '1 microsecond' from public.unread_messages as held
               where held.user_id = person and held.requirement_id = seen_by.requirement))
      from public.requirement_messages as shown
      where shown.requirement_id = seen_by.requirement and shown.created_at = claimed
      limit 1
  $$;

-- As before; an answer settles what its writer has seen.
create or replace function private.post_message(requirement uuid, body text, seen timestamptz, form uuid, from_side text)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(filed, own, settled, null);
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $$;
