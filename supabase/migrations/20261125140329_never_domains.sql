SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ascii_label (
  label text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  declare
    points integer[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as each (letter, place)
                                order by place);
    made text := regexp_replace(label, '[^\x01-\x7F]', '', 'g');
    basic integer := length(made);
    handled integer := basic;
    lowest integer := 128;
    delta integer := 0;
    bias integer := 72;
    point integer;
    rest integer;
    base integer;
    threshold integer;
  begin
    if label !~ '[^\x01-\x7F]' then
      return label;
    elsif basic > 0 then
      made := made || '-';
    end if;
    while handled < cardinality(points) loop
      point := (select min(each) from unnest(points) as each where each >= lowest);
      delta := delta + (point - lowest) * (handled + 1);
      lowest := point;
      foreach point in array points loop
        if point < lowest then
          delta := delta + 1;
        elsif point = lowest then
          rest := delta;
          base := 36;
          loop
            threshold := least(greatest(base - bias, 1), 26);
            exit when rest < threshold;
            made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789',
                                   threshold + (rest - threshold) % (36 - threshold) + 1, 1);
            rest := (rest - threshold) / (36 - threshold);
            base := base + 36;
          end loop;
          made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
          delta := delta / case when handled = basic then 700 else 2 end;
          delta := delta + delta / (handled + 1);
          base := 0;
          while delta > 455 loop
            delta := delta / 35;
            base := base + 36;
          end loop;
          bias := base + 36 * delta / (delta + 38);
          delta := 0;
          handled := handled + 1;
        end if;
      end loop;
      delta := delta + 1;
      lowest := lowest + 1;
    end loop;
    return 'xn--' || made;
  end $function$;

CREATE OR REPLACE FUNCTION private.company_domain (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select domain from (
        select string_agg(private.ascii_label(label), '.' order by place) as domain
          from string_to_table(
            substring(regexp_replace(translate(lower(normalize(private.trimmed(name), NFKC)), U&'\3002', '.'),
                                     '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g')
              from '^(?:https?://|mailto:)?(?:www\.)?(?:[^@\s/]*@)?((?:[a-z0-9-]|[^\x01-\x7F])+(?:\.(?:[a-z0-9-]|[^\x01-\x7F])+)+)\.?(?::[0-9]+)?(?:[/?#].*)?$'),
            '.') with ordinality as labels (label, place)) as found
      where not private.is_free_domain(domain)
  $function$;

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

CREATE OR REPLACE FUNCTION private.is_free_domain (
  domain text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select domain ~ '^(yahoo|hotmail|outlook|live|aol|gmx|yandex|zohomail|tutanota)\.(com?\.)?[a-z]{2,3}$' or domain in (
      'gmail.com', 'googlemail.com', 'ymail.com', 'rocketmail.com', 'msn.com', 'windowslive.com', 'icloud.com', 'me.com', 'mac.com',
      'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'zoho.com', 'zoho.in', 'rediff.com', 'rediffmail.com',
      'indiatimes.com', 'sify.com', 'in.com', 'mail.com', 'email.com', 'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'rambler.ru',
      'ya.ru', 'fastmail.com', 'fastmail.fm', 'tuta.com', 'tuta.io', 'hey.com', 'duck.com', 'hushmail.com', 'web.de', 'mail.de',
      'freenet.de', 'arcor.de', 't-online.de', 'posteo.de', 'mailbox.org', 'bluewin.ch', 'free.fr', 'laposte.net', 'wanadoo.fr',
      'libero.it', 'virgilio.it', 'wp.pl', 'o2.pl', 'seznam.cz', 'btinternet.com', 'comcast.net', 'verizon.net', 'att.net',
      'sbcglobal.net', 'bigpond.com', 'qq.com', '163.com', '126.com', 'naver.com', 'uol.com.br', 'bol.com.br')
  $function$;

CREATE OR REPLACE FUNCTION private.is_never (
  person  public.candidates,
  company uuid,
  domains text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select said.client_id, private.plain_company_name(said.named) as plain, private.company_domain(said.named) as domain
        from private.kept_from(person) as said
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.kept_from (
  person public.candidates
)
  RETURNS TABLE (
    client_id uuid,
    named     text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 4
  SET search_path TO ''
  AS $function$
    select never.client_id, never.named from public.candidate_never as never
      where never.candidate_id in (select private.records_of((person).id))
    union all
    select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
    union all select null, private.company_domain((person).email)
  $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(
      select distinct said.named
        from private.kept_from(person) as said
        cross join lateral (select private.plain_company_name(said.named) as plain,
                                   substring(private.plain_words(said.named) from '[[:alnum:]]{3,}') as first) as kept
        cross join lateral (select private.plain_company_name(company) as plain,
                                   substring(private.plain_words(company) from '[[:alnum:]]{3,}') as first) as theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by said.named)
  $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(answer.created_at) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview') end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, filed.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
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
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest']
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

REVOKE ALL ON FUNCTION "private"."ascii_label"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_free_domain"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_from"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."near_names"(public.candidates, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_company_name"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."plain_company_name"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."plain_company_name"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."plain_company_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."plain_words"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."plain_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."plain_words"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."plain_words"(text) TO "service_role";

CREATE INDEX clients_plain_name ON public.clients USING btree (private.plain_company_name(company_name));
