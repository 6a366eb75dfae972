-- Whoever leaves the team leaves nothing that nobody else would take up: what they had in hand is nobody's again, and so are
-- the open requirements they looked after. What they have closed stays theirs.

-- Of an account that is deleted the keys have done the same before; what is nobody's is nobody's claim.
create function private.forget_claim() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.claim_expires_at := null;
    return new;
  end $$;

create trigger forget_claim before update of assignee on public.inbox_items
  for each row when (new.assignee is null) execute function private.forget_claim();

create function private.free_work() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = old.user_id and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
    update public.job_requirements set recruiter_id = null
      where recruiter_id = old.user_id and status in ('new', 'in_progress');
    return null;
  end $$;

create trigger free_work after delete on public.team_members
  for each row execute function private.free_work();
