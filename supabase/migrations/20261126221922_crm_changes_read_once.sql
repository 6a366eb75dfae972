set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.enqueue_crm_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    -- Made once, and not for each field anew.
    after jsonb := to_jsonb(new);
    before jsonb;
    changed text[];
    latest uuid;
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    before := to_jsonb(old);
    changed := array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                      where before -> field is distinct from after -> field order by place);
    if changed <> '{}' then
      select id into latest from public.crm_events where requirement_id = new.id order by place desc limit 1;
      select id into latest from public.crm_events as waiting
        where waiting.id = latest and waiting.type = 'changed' and waiting.next_attempt_at is not null
          and waiting.first_attempt_at is null
        for update skip locked;
      if found then
        update public.crm_events as waiting
          set fields = array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                              where field = any (waiting.fields || changed) order by place)
          where waiting.id = latest;
      else
        insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
      end if;
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and private.side_on(new.client_id) = 'company'
                  then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $function$;
