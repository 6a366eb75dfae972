set local lock_timeout = '2s';

ALTER TABLE "public"."requirement_events"
  VALIDATE CONSTRAINT "requirement_events_type_check";

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_told_company_check";
