import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DIRECTORY = join(import.meta.dirname, "../../supabase/schemas");

/**
 * What the database is, as one script: the files of supabase/schemas in their order. Postgres looks at no function's body
 * meanwhile, since it may name what a later file makes.
 */
export function schemaScript(): string {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const texts = files.map((file) => readFileSync(join(DIRECTORY, file), "utf8"));
  return ["set check_function_bodies = off;\n", ...texts, "reset check_function_bodies;\n"].join("\n");
}
