set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."ask_mail"(text, uuid);

DROP FUNCTION "private"."candidate_news_mail"(text, uuid, uuid, uuid);

DROP FUNCTION "private"."client_access_mail"(uuid, uuid);

DROP FUNCTION "private"."code_mail"(text, uuid);

DROP FUNCTION "private"."conversion_mail"(uuid, uuid);

DROP FUNCTION "private"."link_mail"(text);

DROP FUNCTION "private"."moved_mail"(text, uuid);

DROP FUNCTION "private"."receipt_mail"(uuid);

DROP FUNCTION "private"."reply_mail"(uuid);

DROP FUNCTION "private"."stand_in_mail"(uuid, uuid);

DROP FUNCTION "private"."team_access_mail"(uuid);

DROP FUNCTION "private"."waiting_mail"(uuid, uuid);

CREATE OR REPLACE FUNCTION private.candidate_ask_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', asked.purpose, 'first_name', private.first_name_of(person), 'basis', asked.basis,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'token', private.candidate_token(asked.id, person.link_issue)))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(asked) as facts) as asker
      where asked.id = ((mail).ids ->> 'consent')::uuid and private.question_state(asked) = 'open'
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_code_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person), 'code', private.code_of(sent),
                              'expires_at', sent.expires_at)
      from private.candidate_codes as sent
      join public.candidates as person
        on person.id = sent.candidate_id and person.email = private.normal_address((mail).address)
      where sent.id = ((mail).ids ->> 'code')::uuid and sent.used_at is null and sent.expires_at > now()
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_link_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person),
                              'token', private.candidate_token((person).id, (person).link_issue))
      from (select private.candidate_at((mail).address) as person) as known where (person).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_moved_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id
      where asked.id = ((mail).ids ->> 'consent')::uuid and asked.mailbox_digest = private.subject_of((mail).address)
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words' else 'shown' end,
        'first_name', private.first_name_of(person),
        'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as filed on filed.id = shown.requirement_id
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 else shown.state = any (private.shown_states()) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_waiting_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id)))
        || private.outlook_of(filed) - array['answer_by', 'deadline']
      from public.job_requirements as filed
      join public.client_members as member
        on member.client_id = filed.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(filed.id) as all_of_them) as counts
      where filed.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and filed.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.client_access_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('company', company.company_name,
                              'access', (select member.access from public.client_members as member
                                          where member.client_id = company.id and member.user_id = (mail).user_id))
      from public.clients as company where company.id = ((mail).ids ->> 'client')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.client_invitation_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $function$;

CREATE OR REPLACE FUNCTION private.item_reply_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(contact.requirement, consultation.needs,
                           concat_ws(e'\n', posting.job_title, posting.location, posting.job_description))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      left join public.contact_submissions as contact on contact.id = line.contact_id
      left join public.public_job_submissions as posting on posting.id = line.posting_id
      left join public.consultation_requests as consultation on consultation.id = line.consultation_id
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    end if;
    execute format('select private.%I($1)', queued.template || '_mail') into content using queued;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.password_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select jsonb_build_object('changed_at', (mail).created_at) $function$;

CREATE OR REPLACE FUNCTION private.receipt_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind,
        'source', (select sent.source from public.contact_submissions as sent where sent.id = line.contact_id),
        'reference', private.reference_of_item(line),
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from public.inbox_items as line where line.id = ((mail).ids ->> 'item')::uuid and line.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_converted_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = (mail).user_id
      where filed.id = ((mail).ids ->> 'requirement')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.stand_in_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('name', colleague.display_name, 'until', absence.until)
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = ((mail).ids ->> 'away')::uuid and absence.stand_in = (mail).user_id and absence.until >= private.today()
  $function$;

CREATE OR REPLACE FUNCTION private.team_access_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('role', (select held.role from public.user_roles as held
                                        where held.user_id = (mail).user_id and held.role <> 'client'))
  $function$;

CREATE OR REPLACE FUNCTION private.team_invitation_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $function$;

REVOKE ALL ON FUNCTION "private"."candidate_ask_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_code_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_link_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_moved_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_news_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_waiting_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_access_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_invitation_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_reply_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."password_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_converted_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stand_in_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_access_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_invitation_mail"(public.mail_outbox) FROM PUBLIC;
