import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { toolPath } from "../../../../scripts/needs/tools.ts";
import { end, freePort } from "../processes.ts";
import type { SupabaseCluster } from "./supabase-cluster.ts";

/** How long it may take to read the schema, in milliseconds. */
const PATIENCE = 60_000;

/** Set up as a Supabase project has it. */
const SETTINGS = {
  PGRST_DB_SCHEMAS: "public",
  PGRST_DB_EXTRA_SEARCH_PATH: "public, extensions",
  PGRST_DB_ANON_ROLE: "anon",
  PGRST_DB_MAX_ROWS: "1000",
  PGRST_SERVER_HOST: "127.0.0.1",
};

/**
 * Starts PostgREST on a cluster that has its migrations.
 *
 * @param jwtSecret what it checks tokens with: a secret of 32 characters or more, or a key set as JSON
 * @param sessions how many of the database it has at most; each plans every function anew
 * @returns its address, without `/rest/v1`, and how to stop it
 * @throws when the platform has none (see `toolPath`), or when it does not start
 */
export async function startPostgrest(cluster: SupabaseCluster, jwtSecret: string, sessions = 10) {
  const command = toolPath("postgrest");
  if (!command) throw new Error("PostgREST has no build for this platform.");
  const port = await freePort();
  const child = spawn(command, [], {
    env: {
      ...process.env,
      ...SETTINGS,
      PGRST_DB_URI: cluster.urlOf("authenticator"),
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_PORT: String(port),
      PGRST_DB_POOL: String(sessions),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + PATIENCE;
  // It answers 503 until it has read the schema.
  while ((await fetch(url).catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`PostgREST does not start: ${said}`);
    await wait(50);
  }
  return { url, stop: (signal?: NodeJS.Signals) => end(child, signal) };
}
