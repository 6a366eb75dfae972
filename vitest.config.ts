import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those that take longest: begun last, they would go on alone. The first need no site, which `npm test` builds meanwhile.
 */
const LONGEST = [
  "tests/postgrest/suites.test.ts",
  "tests/postgrest/searches.test.ts",
  "tests/database/size.test.ts",
  "tests/embedded/backend.test.ts",
  "tests/embedded/surroundings.test.ts",
  "tests/embedded/ending.test.ts",
  "tests/start/start.test.ts",
  "tests/http/accounts.test.ts",
  "tests/http/team/counted/counted.test.ts",
  "tests/http/team/candidates.test.ts",
  "tests/http/round-trips.test.ts",
  "tests/functions/deliver-mail.test.ts",
  "tests/http/operations.test.ts",
  "tests/postgrest/races.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    globalSetup: ["tests/support/services/shared-sites.ts"],
    setupFiles: ["tests/support/services/environment.ts"],
    include: [
      "{app,server,supabase,scripts}/**/*.test.{ts,tsx}",
      "tests/{architecture,budget,database,embedded,faults,functions,http,postgrest,start}/**/*.test.ts",
    ],
    // Twice the cores: a test waits for the processes it has started. Each worker has a backend and a site to warm.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A worker reads what files have in common once. Who needs a module anew says so by `vi.resetModules`.
    isolate: false,
    // Many start an embedded backend of their own, on machines that may be busy with others: patience, not a measure.
    hookTimeout: 180_000,
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // On a machine that is busy with others. What holds at the second try alone is named at the end of `npm test`.
    retry: 1,
  },
});
