import { spawnSync } from "node:child_process";

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
