import { spawnSync } from "node:child_process";

const COMMAND = "lynx";

function succeeds(command: string, ...parameters: string[]): boolean {
  return spawnSync(command, parameters, { stdio: "inherit" }).status === 0;
}

function isInstalled(): boolean {
  return spawnSync(COMMAND, ["-version"], { stdio: "ignore" }).status === 0;
}

/**
 * Gets lynx where there is none: Debian's package, for those who may install it. Without one its tests are left out
 * (tests/support/browser/text-browser): nothing else needs it.
 */
export function ensureTextBrowser(): void {
  if (isInstalled() || process.getuid?.() !== 0) return;
  if (succeeds("apt-get", "update")) succeeds("apt-get", "install", "-y", COMMAND);
}

/** The text browser's command; undefined where there is none. */
export function textBrowser(): string | undefined {
  if (isInstalled()) return COMMAND;
  console.warn("Left out: install lynx to try the forms with a text browser.");
  return undefined;
}
