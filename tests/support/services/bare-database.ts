import { rmSync } from "node:fs";
import { loadKeys } from "../../../supabase/embedded/keys.ts";
import { startPostgres } from "../../../supabase/embedded/postgres.ts";
import { makeDirectory } from "./processes.ts";

/**
 * What ends with its test need not outlive a crash, and nobody cleans up after it. Commits wait for their write all the same:
 * vacuum marks no page as read whole whose commit is still to be written, and then plans and pages of memory differ by chance.
 */
export const SHORT_LIVED = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  autovacuum: "off",
  shared_buffers: "128MB",
  // As in production: what a call may cost depends on it.
  plan_cache_mode: "auto",
};

/** A database that ends with whoever has asked for it. */
export type BareDatabase = { database: string; stop: () => Promise<void> };

/**
 * A database as a backend's first start leaves it, without a backend: for what is asked in SQL alone.
 *
 * @param settings in place of those of the embedded backend
 */
export async function startBareDatabase(settings: Record<string, string> = SHORT_LIVED): Promise<BareDatabase> {
  const database = await makeDirectory("0");
  const stop = await startPostgres(database, loadKeys(database).database_password, { settings });
  return {
    database,
    async stop() {
      await stop();
      rmSync(database, { recursive: true, force: true });
    },
  };
}
