import { z } from "zod";
import { integer, oneOf, optional, origin, phoneNumber, withDefault } from "../../app/lib/config/variables.ts";

/** What the embedded backend is configured by. docs/configuration.md lists the same names (a test compares them). */
export const embeddedSchema = z.object({
  SUPABASE_PORT: withDefault(integer(1, 65_535), 54_321),
  SUPABASE_HOST: withDefault(z.string(), "127.0.0.1"),
  DATA_DIR: withDefault(z.string(), ".data"),
  APP_URL: withDefault(origin, "http://localhost:3000"),
  OFFICE_PHONE: optional(phoneNumber),
  SENDER_KEY: optional(z.string().min(32, "must have at least 32 characters")),
  SEED_DEMO: withDefault(oneOf(["0", "1"]), "1"),
  EXTERNAL_PROVIDERS: withDefault(z.string(), "google,linkedin_oidc"),
  CRM_WEBHOOK_URL: optional(z.url({ protocol: /^https?$/, error: "must be an http or https address" })),
  CRM_WEBHOOK_SECRET: optional(z.string()),
  REDELIVERY_SECONDS: withDefault(integer(1, 3600), 60),
  RETENTION_DAYS: withDefault(integer(1, 36_500), 730),
  RETENTION_DAYS_CANDIDATES: withDefault(integer(1, 36_500), 365),
});

export type EmbeddedEnvironment = z.output<typeof embeddedSchema>;
