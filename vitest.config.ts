import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      "{app,server,supabase,scripts}/**/*.test.{ts,tsx}",
      "tests/{architecture,database,http,budget}/**/*.test.ts",
    ],
    // The database tests start an embedded backend of their own.
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});
