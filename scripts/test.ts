// `npm test`: everything, in the order in which a failure is cheapest to learn of. Goes on after a failure, and ends
// with the counts of all runners together.
import { resolve } from "node:path";
import { ensureBrowser } from "./browser.ts";
import { ensureCaddy } from "./caddy.ts";
import { checks, clearResults, conclude, impossible, playwright, vitest, type Counts } from "./runners.ts";
import { ensureTextBrowser } from "./text-browser.ts";
import { ensureTools } from "./tools.ts";

/** Fetches what the tests need and this machine has not. @returns a failure for each thing that can't be had */
function fetchNeeds(): Counts[] {
  return [ensureTools, ensureTextBrowser, ensureCaddy, ensureBrowser].flatMap((ensure) => {
    try {
      ensure();
      return [];
    } catch (error) {
      return [impossible(error)];
    }
  });
}

// The tests start hundreds of processes of the same few programs: each is compiled once.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");

clearResults();
const made = await checks(["react-router", "typegen"]);
const checking = checks(
  ["tsc"],
  ["eslint", "."],
  ["prettier", "--check", "--log-level=warn", "."],
  ["knip", "--no-progress"],
  ["node", "scripts/build.ts"],
);
// Meanwhile: the checks run as processes of their own, and what they say is read afterwards.
const fetched = fetchNeeds();
const results = [...made, ...(await checking), ...fetched, vitest(), playwright()];
process.exit(conclude(results));
