// `npm test`: everything. Programs that wait for one another's processes run side by side; what they say comes in the order
// in which a failure is cheapest to learn of. Goes on after a failure, and ends with the counts of all runners together.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { BUILT } from "../../tests/support/services/prepared/built.ts";
import { check, checkInTurn, clearResults, conclude, playwright, report, stopOnSignal, vitest } from "./runners.ts";

// The tests start hundreds of processes of the same few programs: each is compiled once.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");
// What reads the types is written in Go, and ends soon: it tidies no memory below 3 GB, and takes one processor, since
// each more would read most of the types once more.
process.env["GOGC"] ??= "off";
process.env["GOMEMLIMIT"] ??= "3GiB";
process.env["GOMAXPROCS"] ??= "1";

stopOnSignal();
clearResults();
const needs = check(["node", "scripts/needs/fetch-needs.ts"]);
const types = check(["react-router", "typegen"]);
const build = check(["node", "scripts/build.ts"]);
// Tests that need no site begin meanwhile; the others wait for this.
const mark = (process.env[BUILT] = resolve("test-results/built"));
void build.counts.then(({ failed }) => writeFileSync(mark, failed > 0 ? "failed" : ""));
// Each takes a processor and up to 3 GB: one at a time, beside tests that mostly wait.
const checks = checkInTurn([["oxfmt", "--list-different"], ["oxlint"], ["knip", "--no-progress", "--cache"]], [types]);
const tests = vitest([], [needs]);
const browser = playwright([], [build, needs]);
process.exit(conclude(await report([needs, types, build, ...checks, tests, browser])));
