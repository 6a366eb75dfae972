import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    globalSetup: ["tests/support/services/shared-sites.ts"],
    setupFiles: ["tests/support/services/environment.ts"],
    include: [
      "{app,server,supabase,scripts}/**/*.test.{ts,tsx}",
      "tests/{architecture,budget,database,embedded,faults,functions,http,postgrest,start}/**/*.test.ts",
    ],
    // One more than the cores: most of a test's time it waits for the processes it has started.
    maxWorkers: 3,
    // A worker reads what files have in common once. Who needs a module anew says so by `vi.resetModules`.
    isolate: false,
    // Many start an embedded backend of their own, on machines that may be busy with others: patience, not a measure.
    hookTimeout: 180_000,
    testTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
