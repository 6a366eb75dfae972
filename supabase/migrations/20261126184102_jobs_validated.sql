set local lock_timeout = '2s';

ALTER TABLE "private"."settings"
  VALIDATE CONSTRAINT "settings_retention_days_applicants_check";

ALTER TABLE "private"."settings"
  VALIDATE CONSTRAINT "settings_unconfirmed_hours_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "about_an_application";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_applied_entry_id_fkey";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_purpose_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "yes_is_to_a_card";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "applied_by_themselves";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "turned_down_is_closed";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_said_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_turned_down_words_check";
