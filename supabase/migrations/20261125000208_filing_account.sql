CREATE VIEW "public"."filing_account" WITH (security_invoker=true) AS  SELECT role,
    client_id,
    company_name,
    full_name,
    phone,
    access,
    ( SELECT filed.currency
           FROM public.job_requirements filed
          WHERE (filed.client_id = account.client_id)
          ORDER BY filed.created_at DESC, filed.id DESC
         LIMIT 1) AS last_currency
   FROM public.current_account account;

REVOKE ALL ON TABLE "public"."filing_account" FROM "anon";

REVOKE ALL ON TABLE "public"."filing_account" FROM "authenticated";

GRANT SELECT ON TABLE "public"."filing_account" TO "authenticated";

REVOKE ALL ON TABLE "public"."filing_account" FROM "postgres";

GRANT ALL ON TABLE "public"."filing_account" TO "postgres";

GRANT ALL ON TABLE "public"."filing_account" TO "service_role";
