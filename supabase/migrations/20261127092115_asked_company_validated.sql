set local lock_timeout = '2s';

ALTER TABLE "public"."candidate_consents" VALIDATE CONSTRAINT "candidate_consents_former_company_check";
