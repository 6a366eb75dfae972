import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isInstalled, succeeds } from "./commands.ts";

const COMMAND = "caddy";
/** Where Debian's package is unpacked when the machine has none: nothing is installed, and no service begins. */
const DIRECTORY = join(import.meta.dirname, "../../node_modules/.cache/caddy");
const UNPACKED = join(DIRECTORY, "usr/bin/caddy");

/**
 * Gets Caddy, the gateway of compose.yaml, where there is none: Debian's package, unpacked below node_modules. Without one
 * its tests are left out.
 */
export function ensureCaddy(): void {
  if (isInstalled(COMMAND, "version") || existsSync(UNPACKED)) return;
  mkdirSync(DIRECTORY, { recursive: true });
  const download = () => succeeds("apt-get", ["download", COMMAND], DIRECTORY);
  const isRoot = process.getuid?.() === 0;
  if (!download() && !(isRoot && succeeds("apt-get", ["update"]) && download())) return;
  const name = readdirSync(DIRECTORY).find((each) => each.endsWith(".deb"));
  if (name) succeeds("dpkg-deb", ["--extract", name, "."], DIRECTORY);
}

/** Caddy's command; undefined where there is none. */
export function caddyCommand(): string | undefined {
  if (isInstalled(COMMAND, "version")) return COMMAND;
  if (existsSync(UNPACKED)) return UNPACKED;
  console.warn("Left out: install caddy to try the gateway of a self-hosted Supabase.");
  return undefined;
}
