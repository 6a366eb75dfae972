set local lock_timeout = '2s';

ALTER TABLE "public"."requirement_events"
  VALIDATE CONSTRAINT "requirement_events_type_check";
