import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const CACHE = join(import.meta.dirname, "../../node_modules/.cache");

/** Where a file of a package of Debian's is, once `unpackPackages` has run. @param first the first of those packages */
export const unpackedPath = (first: string, path: string) => join(CACHE, first, path);

/** Runs a command, which says for itself how it goes. @returns whether it succeeded */
export function succeeds(command: string, parameters: readonly string[], cwd?: string): boolean {
  return spawnSync(command, parameters, { cwd, stdio: "inherit" }).status === 0;
}

/** Is a command there? @param ask what it answers with its version */
export function isInstalled(command: string, ask: string): boolean {
  return spawnSync(command, [ask], { stdio: "ignore" }).status === 0;
}

/** Installs a package of Debian's, for those who may. @returns whether it is there then */
export function installPackage(name: string): boolean {
  return succeeds("apt-get", ["update"]) && succeeds("apt-get", ["install", "-y", name]);
}

/** Unpacks packages of Debian's below node_modules: nothing is installed, and no service begins. Where it can't, it says so. */
export function unpackPackages(...names: [first: string, ...more: string[]]): void {
  const directory = join(CACHE, names[0]);
  mkdirSync(directory, { recursive: true });
  const download = () => succeeds("apt-get", ["download", ...names], directory);
  const isRoot = process.getuid?.() === 0;
  if (!download() && !(isRoot && succeeds("apt-get", ["update"]) && download())) return;
  for (const file of readdirSync(directory).filter((each) => each.endsWith(".deb"))) {
    succeeds("dpkg-deb", ["--extract", file, "."], directory);
  }
}
