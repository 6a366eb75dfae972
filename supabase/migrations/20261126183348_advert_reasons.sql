set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.count_applied(requirement_row.id), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then (
        select event.side from public.requirement_events as event
          where event.requirement_id = requirement_row.id and event.type = 'advert_closed'
          order by event.created_at desc, event.id desc limit 1) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_advert (
  advert      public.adverts,
  requirement public.job_requirements
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    case (private.advert_obstacles(advert, requirement))[1]
      when 'closed' then raise exception 'closed' using errcode = 'PT422';
      when 'place_missing' then raise exception 'place_missing' using errcode = 'PT422';
      when 'pay_missing' then raise exception 'pay_missing' using errcode = 'PT422';
      when 'emigration_number_missing' then raise exception 'emigration_number_missing' using errcode = 'PT422';
      when 'contact_in_advert' then raise exception 'contact_in_advert' using errcode = 'PT422';
      when 'company_in_advert' then raise exception 'company_in_advert' using errcode = 'PT422';
      else null;
    end case;
  end $function$;
