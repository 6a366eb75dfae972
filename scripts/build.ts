import { spawn } from "node:child_process";
import { globSync, statSync } from "node:fs";

const OUTPUT = "build/server/index.js";
const SOURCES = ["app/**/*", "public/**/*", "*.config.ts", "package-lock.json"];

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

/** Builds the site when the build is missing or older than its sources. */
export async function buildWhenStale(): Promise<void> {
  const built = modified(OUTPUT);
  if (built > 0 && globSync(SOURCES).every((path) => modified(path) <= built)) return;
  await run("react-router", "build");
}
