import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    setupFiles: ["tests/support/environment.ts"],
    include: [
      "{app,server,supabase,scripts}/**/*.test.{ts,tsx}",
      "tests/{architecture,budget,database,embedded,faults,http,start}/**/*.test.ts",
    ],
    // Most of a test's time it waits for the processes it has started.
    maxWorkers: 2,
    // The database tests start an embedded backend of their own.
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});
