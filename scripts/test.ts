// `npm test`: everything, in the order in which a failure is cheapest to learn of. Goes on after a failure, and ends
// with the counts of all runners together.
import { check, clearResults, conclude, impossible, playwright, vitest, type Counts } from "./runners.ts";
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

clearResults();
const results = [
  check("react-router", "typegen"),
  check("tsc"),
  check("eslint", "."),
  check("prettier", "--check", "--log-level=warn", "."),
  check("knip", "--no-progress"),
  check("node", "scripts/build.ts"),
  vitestWithTools(),
  playwright(),
];
process.exit(conclude(results));
