set local lock_timeout = '2s';

ALTER TABLE "public"."item_events"
  VALIDATE CONSTRAINT "item_events_type_check";
