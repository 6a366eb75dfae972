import { format, resolveConfig } from "prettier";
import type { SupabaseCluster } from "../services/supabase-cluster.ts";

/** Where the types are kept. */
export const TYPES_FILE = "app/lib/backend/database.types.ts";

const HEAD = "// Made by `npm run types:database` from the database: change supabase/schemas, and make this anew.\n\n";

/** The types of a database's exposed schema, as the file has them. @param cluster with every migration */
export async function databaseTypes(cluster: SupabaseCluster): Promise<string> {
  const { stdout } = await cluster.cli("gen", "types", "typescript", "--schema", "public");
  return format(HEAD + stdout, { ...(await resolveConfig(TYPES_FILE)), filepath: TYPES_FILE });
}
