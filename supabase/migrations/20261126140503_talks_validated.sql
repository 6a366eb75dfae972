set local lock_timeout = '2s';

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_channel_check";

ALTER TABLE "public"."candidate_notes"
  VALIDATE CONSTRAINT "candidate_notes_entry_id_fkey";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "candidates_next_by_fkey";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "next_step_has_day";

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

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_state_check";

ALTER TABLE "public"."candidates"
  VALIDATE CONSTRAINT "candidates_next_words_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_next_words_check";
