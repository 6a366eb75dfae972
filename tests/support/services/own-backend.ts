import { afterAll } from "vitest";
import { OwnerSession } from "../api/database.ts";
import { startBareDatabase } from "./bare-database.ts";
import { TestBackend } from "./processes.ts";

/** Without demo data, and with a schedule that sleeps. */
const QUIET = { SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" };

/** Starts an embedded backend of a test file's own, which ends with the file. */
export async function startBackend(variables: Record<string, string> = QUIET): Promise<TestBackend> {
  const backend = await TestBackend.start("http://localhost:3999", variables);
  afterAll(() => backend.remove());
  return backend;
}

/** Starts a database of a test file's own without a backend (bare-database.ts), which ends with the file. */
export async function startDatabase(): Promise<{ database: string }> {
  const bare = await startBareDatabase();
  afterAll(() => bare.stop());
  return bare;
}

/** Opens a session of the owner of a backend's database, which ends with the test file. */
export function openDatabase({ database }: { database: string }): OwnerSession {
  const session = OwnerSession.of(database);
  afterAll(() => session.close());
  return session;
}
