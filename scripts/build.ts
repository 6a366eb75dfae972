// `npm run build`, and what `npm start` does first: the build, with its files compressed once and for all.
import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { compressFully } from "../server/encoding.ts";

const OUTPUT = "build/server/index.js";
const SOURCES = ["app/**/*", "public/**/*", "*.config.ts", "package-lock.json"];
const COMPRESSIBLE = "build/client/**/*.{css,js,svg,webmanifest}";

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs one of the project's programs to its end. */
export function run(command: string, ...parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

/** Builds the site, and puts a `.br` and a `.gz` beside each file that a browser may take so. */
export async function build(): Promise<void> {
  // Quiet unless it fails: what people have started is what they want to read of.
  await run("react-router", "build", "--logLevel", "error");
  for (const path of globSync(COMPRESSIBLE)) {
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, compressFully(bytes, "br"));
    writeFileSync(`${path}.gz`, compressFully(bytes, "gzip"));
  }
}

/** Builds the site when the build is missing or older than its sources. A container has the build, and no sources. */
export async function buildWhenStale(): Promise<void> {
  if (!existsSync("vite.config.ts")) return;
  const built = modified(OUTPUT);
  if (built === 0 || globSync(SOURCES).some((path) => modified(path) > built)) await build();
}

if (import.meta.main) await build();
