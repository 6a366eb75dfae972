// `npm run build`, and what `npm start` does first: the build, with its files compressed once and for all.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { compressFully } from "../server/encoding.ts";
import { deleteUnreachable } from "./browser-files.ts";

const OUTPUT = "build/server/index.js";
const SOURCES = ["app/**/*", "public/**/*", "*.config.ts", "package-lock.json"];
const COMPRESSIBLE = "build/client/**/*.{css,js,svg,webmanifest}";

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Runs one of the project's programs to its end, quietly: what people have started is what they want to read of. What it
 * said comes with its failure.
 */
export async function run(command: string, ...parameters: string[]): Promise<void> {
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${said.join("")}`);
}

/** Builds the site: what browsers can ask for, with a `.br` and a `.gz` beside each file that they may take so. */
export async function build(): Promise<void> {
  await run("react-router", "build", "--logLevel", "error");
  deleteUnreachable();
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
