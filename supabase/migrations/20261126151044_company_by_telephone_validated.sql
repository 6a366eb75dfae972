set local lock_timeout = '2s';

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_way_check";

ALTER TABLE "public"."mail_outbox"
  VALIDATE CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "is_noted_whole";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_noted_by_fkey";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_by_check";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_how_check";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_on_check";
