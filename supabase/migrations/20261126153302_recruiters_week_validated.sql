set local lock_timeout = '2s';

ALTER TABLE "private"."settings"
  VALIDATE CONSTRAINT "settings_enough_for_yes_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_how_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_number_digest_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_reminders_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_rung_by_fkey";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_way_check";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "phone_was_rung";

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_channel_check";

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_entry_id_fkey";

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_number_digest_check";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "candidates_next_by_fkey";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "next_step_has_day";

ALTER TABLE "public"."requirement_messages"
  VALIDATE CONSTRAINT "requirement_messages_client_id_fkey";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "is_noted_whole";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_noted_by_fkey";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_how_check";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_on_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "frozen_when_asked";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "next_step_has_day";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "says_when_begins";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "says_when_shown";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_begins_on_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_next_by_fkey";

ALTER TABLE "public"."candidate_consents"
  VALIDATE CONSTRAINT "candidate_consents_asker_words_check";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "candidates_next_words_check";

ALTER TABLE "public"."shortlist_answers"
  VALIDATE CONSTRAINT "shortlist_answers_said_by_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_next_words_check";
