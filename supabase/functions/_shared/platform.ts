import { chooseKey } from "./keys.ts";
import type { FunctionOptions } from "./options.ts";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};
/** Supabase's runtime ends a function with its caller, but for what it has been told of. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

/** A variable of the function's; undefined when it is empty as well. */
export function variable(name: string): string | undefined {
  return Deno.env.get(name) || undefined;
}

/**
 * Serves a function under Deno, with what the platform gives it.
 *
 * @param handle answers one request
 */
export function serveFunction(handle: (request: Request, options: FunctionOptions) => Promise<Response>): void {
  const options: FunctionOptions = {
    supabaseUrl: Deno.env.get("SUPABASE_URL") ?? "",
    supabaseKey: chooseKey(Deno.env.get("SUPABASE_PUBLISHABLE_KEYS"), Deno.env.get("SUPABASE_ANON_KEY")),
    secretKey: chooseKey(Deno.env.get("SUPABASE_SECRET_KEYS"), Deno.env.get("SUPABASE_SERVICE_ROLE_KEY")),
    fetch,
    keepAlive: (work) => (typeof EdgeRuntime === "undefined" ? undefined : EdgeRuntime.waitUntil(work)),
    log: console.error,
  };
  Deno.serve((request) => handle(request, options));
}
