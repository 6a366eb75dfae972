-- What the self-hosted database must know of its surroundings: how long it keeps things, what it knows the site's forms
-- by, where its functions are, the key that opens them, and the digest of the site's key for the metrics. migrate.sh sets
-- the `agency.` settings and runs this at every start, so that what was changed in .env is changed here as well.
update private.settings
  set retention_days = current_setting('agency.retention_days')::integer,
      retention_days_candidates = current_setting('agency.retention_days_candidates')::integer,
      sender_key = nullif(current_setting('agency.sender_key', true), ''),
      metrics_key_digest = case when current_setting('agency.metrics_key') <> ''
                                then encode(sha256(convert_to(current_setting('agency.metrics_key'), 'UTF8')), 'hex') end;

do $$
declare
  wanted record;
  known record;
begin
  for wanted in
    select * from (values
      ('sync_crm_url', 'http://gateway:8000/functions/v1/sync-crm'),
      ('sync_crm_key', current_setting('agency.functions_key')),
      ('deliver_mail_url', 'http://gateway:8000/functions/v1/deliver-mail'),
      ('deliver_mail_key', current_setting('agency.functions_key'))
    ) as pairs (name, secret)
  loop
    select id, decrypted_secret into known from vault.decrypted_secrets where name = wanted.name;
    if not found then
      perform vault.create_secret(wanted.secret, wanted.name);
    elsif known.decrypted_secret is distinct from wanted.secret then
      perform vault.update_secret(known.id, wanted.secret);
    end if;
  end loop;
end $$;
