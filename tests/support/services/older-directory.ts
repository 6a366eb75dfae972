import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "./processes.ts";

/** A data directory from before the embedded backend had a signing key: it signs with its secret. */
export async function directoryWithoutSigningKey(): Promise<string> {
  const directory = await makeDirectory("0");
  const path = join(directory, "keys.json");
  const { signing_key: _, ...keys } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify(keys));
  return directory;
}
