SET local check_function_bodies = off;

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "mailbox_digest" text;

CREATE OR REPLACE FUNCTION private.agree_to_be_kept (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    if private.is_kept(person.id) then
      return;
    end if;
    update public.candidate_consents as asked set given_at = now()
      where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now(),
                private.subject_of(person.email));
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_card (
  session_token text,
  entry         uuid,
  digest        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries := private.own_entry(person.id, entry);
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = held.requirement_id;
    if digest is distinct from private.card_digest(held) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif held.state <> 'asked' and private.has_yes(held) then
      return;
    elsif held.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as asked
      set given_at = now(), ends_at = now() + private.yes_lasts(), card_digest = digest, language = person.language
      where asked.entry_id = held.id and asked.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = held.id;
    perform private.record_candidates(held.requirement_id, 'candidates_agreed', array[held.id], false);
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - array['asked_by', 'mailbox_digest'] order by asked.asked_at), '[]')
                       from public.candidate_consents as asked where asked.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              to_jsonb(entry) - array['added_by'] || jsonb_build_object(
                'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer where answer.entry_id = entry.id))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry
            join public.job_requirements as filed on filed.id = entry.requirement_id
            where entry.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.edit_own_candidate (
  session_token text,
  seen          integer,
  entries       jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
      return 0;
    end if;
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for held in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, held.chosen, held.is_blind);
      if private.card_tells(wanted, fresh, held.pitch, held.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      continue when fresh = held.card;
      if held.state = 'agreed' then
        with past as (
          update public.candidate_consents as asked set closed_at = now()
            where asked.entry_id = held.id and private.is_in_force(asked) returning asked.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                               mailbox_digest)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by, past.mailbox_digest from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry   public.shortlist_entries,
  domains text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'joined_on', (entry).joined_on,
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry),
        'is_disowned', coalesce((select asked.is_disowned from public.candidate_consents as asked
                                   where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select asked.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as asked
                                join public.candidates as person on person.id = asked.candidate_id
                                where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(filed.client_id))
            from public.candidates as person, public.job_requirements as filed
            where person.id = (entry).candidate_id and filed.id = (entry).requirement_id) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.is_in_force (
  asked public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
      and exists (select from public.candidates as person
                    where person.id = (asked).candidate_id and private.subject_of(person.email) = (asked).mailbox_digest)
  $function$;

CREATE OR REPLACE FUNCTION private.leave_address (
  held public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    left_mailbox text := private.subject_of(held.email);
    told uuid := (select asked.id from public.candidate_consents as asked
                    where asked.candidate_id = held.id and asked.mailbox_digest = left_mailbox
                      and num_nonnulls(asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0
                      and not exists (
                        select from public.mail_outbox as mail
                          where lower(mail.address) = held.email and mail.template = 'candidate_ask'
                            and mail.ids ->> 'consent' = asked.id::text and mail.sent_at is null)
                    order by asked.asked_at desc, asked.id limit 1);
    entry public.shortlist_entries;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = held.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_moved' then false
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> held.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = held.email and other.id <> held.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(held.id) end;
    delete from private.candidate_sessions where candidate_id = held.id;
    delete from private.candidate_codes where candidate_id = held.id;
    for entry in select * from public.shortlist_entries as asked
                   where asked.candidate_id = held.id and asked.state = any (private.asked_states()) and asked.state <> 'joined'
                   order by asked.id for update loop
      if entry.state in ('asked', 'agreed') then
        perform private.unask_entry(entry.id);
      else
        perform private.end_entry(entry.id, false);
      end if;
    end loop;
    update public.candidate_consents as asked set closed_at = now()
      where asked.candidate_id = held.id and num_nonnulls(asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if told is not null then
      perform private.enqueue_mail('candidate_moved', 'moved.' || held.id || '.' || held.link_issue,
                                   jsonb_build_object('consent', told), address => held.email);
    end if;
    perform private.log_activity('address_changed', 'candidate', held.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_activity (
  person   uuid,
  deed     text,
  company  text,
  since    timestamp with time zone,
  before   timestamp with time zone,
  after_at timestamp with time zone,
  after_id uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean,
    actor_name   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where to_tsvector('simple', named.company_name) @@ private.search_query(company) limit 100);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null or page.subject_kind = ''candidate'' and exists (
                select from public.candidates as known where known.id = page.subject),
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id;
  end $function$;

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
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_moved' then
      content := private.moved_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    else
      raise case_not_found using message = queued.template || ' has no branch';
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.moved_mail (
  receiver text,
  consent  uuid
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
      where asked.id = consent and asked.mailbox_digest = private.subject_of(receiver) and not private.is_disowned(receiver)
  $function$;

CREATE OR REPLACE FUNCTION private.put_question (
  person  public.candidates,
  purpose text,
  entry   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by,
                                           mailbox_digest)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id(), private.subject_of((person).email))
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
          'is_kept', private.is_kept(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as asked
                           where asked.candidate_id = person.id and asked.is_disowned) end,
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = private.plain_company_name(never.named)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest', 'mailbox_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from public.candidate_consents as asked where asked.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(filed.client_id)) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.write_candidate (
  held   public.candidates,
  wanted public.candidates
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare now_at integer;
  begin
    if wanted is distinct from held then
      if wanted.email is distinct from held.email then
        wanted.email_confirmed_at := null;
        wanted.link_issue := held.link_issue + 1;
        if held.email is not null then
          perform private.leave_address(held);
        end if;
      end if;
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = held.id returning kept.version into now_at;
      perform private.hide_from_never(held.id);
    end if;
    return coalesce(now_at, held.version);
  end $function$;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_mailbox_digest_check" CHECK ((mailbox_digest ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'stand_in'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text,
    'receipt'::text, 'candidate_ask'::text, 'candidate_code'::text, 'candidate_link'::text, 'candidate_moved'::text, 'candidate_news'::text, 'candidates_waiting'::text])));

REVOKE ALL ON FUNCTION "private"."moved_mail"(text, uuid) FROM PUBLIC;

-- What was asked before belongs to the present address where that is known: the address has never changed, the question is
-- still open (another address has always ended those), or it was answered since the present address was proved. Of the rest
-- nobody can say whose yes it was: it holds no more.
update public.candidate_consents as asked set mailbox_digest = private.subject_of(person.email)
  from public.candidates as person
  where person.id = asked.candidate_id and person.email is not null
    and (person.link_issue = 1
      or num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0
      or asked.given_at >= person.email_confirmed_at);
