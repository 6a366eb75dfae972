import { formatCode } from "../../../scripts/format-code.ts";
import type { SupabaseCluster } from "../services/supabase/supabase-cluster.ts";

/** Where the types are kept. */
export const TYPES_FILE = "app/lib/backend/database.types.ts";

const HEAD = "// Made by `npm run types:database` from the database: change supabase/schemas, and make this anew.\n\n";

/** The types of a database's exposed schema, as the file has them. @param cluster with every migration */
export async function databaseTypes(cluster: SupabaseCluster): Promise<string> {
  const { stdout } = await cluster.cli("gen", "types", "typescript", "--schema", "public");
  return formatCode(TYPES_FILE, HEAD + stdout);
}
