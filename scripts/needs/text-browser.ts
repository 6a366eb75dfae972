import { installPackage, isInstalled } from "./commands.ts";

const COMMAND = "lynx";

/**
 * Gets lynx where there is none: Debian's package, for those who may install it. Without one its tests are left out
 * (tests/support/browser/text-browser): nothing else needs it.
 */
export function ensureTextBrowser(): void {
  if (!isInstalled(COMMAND, "-version") && process.getuid?.() === 0) installPackage(COMMAND);
}

/** The text browser's command; undefined where there is none. */
export function textBrowser(): string | undefined {
  if (isInstalled(COMMAND, "-version")) return COMMAND;
  console.warn("Left out: install lynx to try the forms with a text browser.");
  return undefined;
}
