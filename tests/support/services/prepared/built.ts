import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** The variable that names a file which is there once the site is built; without it, it is built already. */
export const BUILT = "TEST_BUILT";

/**
 * Waits until the site is built: `npm test` builds it while the tests run that need no site.
 *
 * @throws Error when it can't be built: what it says stands with the build
 */
export async function siteBuilt(): Promise<void> {
  const { [BUILT]: mark } = process.env;
  if (mark === undefined) return;
  while (!existsSync(mark)) await wait(50);
  if (readFileSync(mark, "utf8") === "failed") throw new Error("The site could not be built");
}
