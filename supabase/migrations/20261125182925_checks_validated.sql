set local lock_timeout = '2s';

ALTER TABLE "public"."mail_outbox"
  VALIDATE CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  VALIDATE CONSTRAINT "requirement_events_type_check";
