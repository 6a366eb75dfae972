set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "stamp_unread" ON "public"."unread_messages";

DROP INDEX "public"."unread_messages_filed";

DROP FUNCTION "private"."stamp_unread"();

ALTER TABLE "public"."unread_messages"
  DROP COLUMN "filed_at";
