// `npm test`: everything, in the order in which a failure is cheapest to learn of. Goes on after a failure, and ends
// with the counts of all runners together.
import { resolve } from "node:path";
import { checks, clearResults, conclude, impossible, playwright, vitest, type Counts } from "./runners.ts";
import { ensureTextBrowser } from "./text-browser.ts";
import { ensureTools } from "./tools.ts";

function vitestWithTools(): Counts {
  try {
    ensureTools();
    ensureTextBrowser();
  } catch (error) {
    return impossible(error);
  }
  return vitest();
}

// The tests start hundreds of processes of the same few programs: each is compiled once.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");

clearResults();
const results = [
  ...(await checks(["react-router", "typegen"])),
  ...(await checks(
    ["tsc"],
    ["eslint", "."],
    ["prettier", "--check", "--log-level=warn", "."],
    ["knip", "--no-progress"],
    ["node", "scripts/build.ts"],
  )),
  vitestWithTools(),
  playwright(),
];
process.exit(conclude(results));
