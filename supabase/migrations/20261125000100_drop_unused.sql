-- What nothing reaches any more: rights to change a requirement's row, which nobody has been granted since it is changed by
-- functions, and functions that no site asks for.
drop policy if exists "the team changes the status" on public.job_requirements;
drop trigger if exists guard_requirement on public.job_requirements;
drop function if exists private.guard_requirement();

drop function if exists public.client_dashboard(public.requirement_status, timestamptz, uuid);
drop function if exists public.own_recruiters();
drop function if exists public.recruiter_of(uuid);
drop function if exists private.recruiter_of(uuid);
drop function if exists public.set_member_access(uuid, public.member_access);
drop function if exists public.add_note(uuid, public.note_kind, text);
drop function if exists private.add_note(uuid, public.note_kind, text);
drop function if exists public.inbox_backlog();
drop function if exists private.inbox_backlog();
