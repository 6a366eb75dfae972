SET local check_function_bodies = off;

ALTER TABLE "public"."reply_templates"
  ADD COLUMN "updated_by" uuid;

CREATE OR REPLACE FUNCTION private.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
    perform private.log_activity('answer_deleted', 'template', template);
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_never (
  never uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid;
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never returning kept.candidate_id into candidate;
    if found then
      perform private.log_activity('never_removed', 'candidate', candidate);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.lock_team();
  begin
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body),
            updated_by = caller
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body, updated_by)
        values (template, private.trimmed(title), private.trimmed(body), caller) on conflict (id) do nothing;
      if not found then
        return;
      end if;
    end if;
    perform private.log_activity('answer_changed', 'template', template);
  end $function$;

ALTER TABLE "public"."reply_templates"
  ADD CONSTRAINT "reply_templates_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX reply_templates_updated_by ON public.reply_templates USING btree (updated_by);
