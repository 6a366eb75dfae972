// `npm run test:quick`: what somebody wants to know who has changed a file, in less than a minute: types, the lint of what
// has changed, all unit tests, and the tests that have changed or bear the name of what has. `npm run test:quick -- main`
// compares with that commit instead of the last one. `npm test` has everything.
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename } from "node:path";
import {
  check,
  checkInTurn,
  clearResults,
  conclude,
  playwright,
  report,
  stopOnSignal,
  vitest,
  type Command,
} from "./runners.ts";

/** The most test files with a backend of their own that a minute has room for. */
const MOST_FILES = 4;

function git(...parameters: string[]): string[] {
  return execFileSync("git", parameters, { encoding: "utf8" }).split("\n").filter(Boolean);
}

/** What a file is about, by its name and its room's: `inbox` of `3-inbox/03-claims.sql` and of `features/inbox/sent/sender.ts`. */
function subjectsOf(path: string): string[] {
  const feature = /^(?:app\/features\/|supabase\/schemas\/\d-)([^/]+)/.exec(path)?.[1];
  const name = basename(path).replace(/^\d+-|\..*$/g, "");
  return /^(app|server|supabase)\//.test(path) ? [name, ...(feature ? [feature] : [])] : [];
}

/** The test files about some subjects, those first that are about nothing else. */
function testsOf(subjects: readonly string[]): string[] {
  const nameOf = (file: string) => basename(file, ".test.ts");
  return globSync("tests/**/*.test.ts", { exclude: ["**/node_modules/**"] })
    .filter((file) => subjects.some((subject) => `-${nameOf(file)}-`.includes(`-${subject}-`)))
    .sort((a, b) => nameOf(a).length - nameOf(b).length || a.localeCompare(b));
}

const [base = "HEAD"] = process.argv.slice(2);
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const code = changed.filter((path) => /\.[jt]sx?$/.test(path));
const isUnit = (path: string) => /^(app|server|supabase|scripts)\/|^tests\/architecture\//.test(path);
const own = changed.filter((path) => path.endsWith(".test.ts") && !isUnit(path));
const named = testsOf([...new Set(changed.flatMap(subjectsOf))]).filter((path) => !isUnit(path) && !own.includes(path));
/**
 * What every change of the database has to pass: that migrations make what the schemas say, the table of rights, and what
 * the catalogue must hold; and every new page: what all public ones have.
 */
const proofs = [
  ...(changed.some((path) => /^supabase\/(schemas|migrations)\//.test(path))
    ? ["tests/postgrest/schemas.test.ts", "tests/database/matrix.test.ts", "tests/database/catalogue.test.ts"]
    : []),
  ...(changed.includes("app/routes.ts") ? ["tests/http/site/pages.test.ts"] : []),
];
const files = [...new Set([...own, ...proofs, ...named.slice(0, Math.max(MOST_FILES - proofs.length, 0))])];
const specs = changed.filter((path) => path.endsWith(".spec.ts"));
const folders = ["app", "server", "supabase", "scripts", "tests/architecture"].map((folder) => `${folder}/`);

stopOnSignal();
clearResults();
const types = check(["react-router", "typegen"]);
const commands: Command[] = [["tsc", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/tsc.tsbuildinfo"]];
if (code.length > 0) commands.push(["oxlint", ...code]);
if (changed.length > 0) {
  commands.push(["oxfmt", "--list-different", "--no-error-on-unmatched-pattern", ...changed]);
}
const checks = checkInTurn(commands, [types]);
const units = vitest(folders);
const builds = files.length + specs.length > 0 ? [check(["node", "scripts/build.ts"], [types])] : [];
const tests = files.length > 0 ? [vitest(files, [...builds, units])] : [];
const browser = specs.length > 0 ? [playwright(specs, [...builds, units])] : [];
const results = await report([types, ...checks, units, ...builds, ...tests, ...browser]);
const left = named.filter((file) => !files.includes(file));
if (left.length > 0) console.log(`\nLeft to npm test: ${left.join(" ")}`);
process.exit(conclude(results));
