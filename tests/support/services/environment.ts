import { expect } from "vitest";
import { siteBuilt } from "./prepared/built.ts";

/** Those that read what is built, or start it. */
const NEEDING_BUILD = /\/tests\/(budget|faults|http|start)\//;
if (NEEDING_BUILD.test(expect.getState().testPath ?? "")) await siteBuilt();

// A worker runs one file after the other: what a file has changed of the environment ends with it. And what
// lib/config/env.server needs to be imported at all: the unit tests' own environment.
const start = ((globalThis as { environmentAtStart?: NodeJS.ProcessEnv }).environmentAtStart ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in start)) delete process.env[name];
Object.assign(process.env, start, {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_nobody",
  SESSION_SECRET: "a secret of at least thirty-two characters",
});
