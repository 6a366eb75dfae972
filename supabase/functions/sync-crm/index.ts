// The Deno entry that Supabase deploys. Everything it does stands in handler.ts, which the embedded backend runs too.
import { handleSyncCrm } from "./handler.ts";
import { chooseKey } from "./keys.ts";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};
/** Supabase's runtime ends a function with its caller, but for what it has been told of. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

Deno.serve((request) =>
  handleSyncCrm(request, {
    supabaseUrl: Deno.env.get("SUPABASE_URL") ?? "",
    supabaseKey: chooseKey(Deno.env.get("SUPABASE_PUBLISHABLE_KEYS"), Deno.env.get("SUPABASE_ANON_KEY")),
    secretKey: chooseKey(Deno.env.get("SUPABASE_SECRET_KEYS"), Deno.env.get("SUPABASE_SERVICE_ROLE_KEY")),
    webhookUrl: Deno.env.get("CRM_WEBHOOK_URL") || undefined,
    webhookSecret: Deno.env.get("CRM_WEBHOOK_SECRET") || undefined,
    fetch,
    keepAlive: (work) => (typeof EdgeRuntime === "undefined" ? undefined : EdgeRuntime.waitUntil(work)),
    log: console.error,
  }),
);
