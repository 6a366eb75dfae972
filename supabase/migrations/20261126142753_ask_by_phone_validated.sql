set local lock_timeout = '2s';

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_how_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_number_digest_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_rung_by_fkey";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "phone_was_rung";

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_number_digest_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_asker_words_check";
