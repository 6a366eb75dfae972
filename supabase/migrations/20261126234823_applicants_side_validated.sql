set local lock_timeout = '2s';

ALTER TABLE "public"."shortlist_entries"
  VALIDATE CONSTRAINT "shortlist_entries_told_company_check";
