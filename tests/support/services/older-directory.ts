import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A data directory from before the embedded backend had a signing key: it signs with its secret. @param like a newer one */
export function directoryWithoutSigningKey(like: string): string {
  const directory = mkdtempSync(join(tmpdir(), "older-"));
  const { signing_key: _, ...keys } = JSON.parse(readFileSync(join(like, "keys.json"), "utf8")) as Record<
    string,
    unknown
  >;
  writeFileSync(join(directory, "keys.json"), JSON.stringify(keys), { mode: 0o600 });
  return directory;
}
