import { describe } from "vitest";
import { givenWorld } from "../suites/given-world.ts";
import { describePolicies } from "../suites/policies.ts";
import { given } from "../support/services/given.ts";

// On the embedded backend they run with the other suites.
describe.skipIf(!given)("on the Supabase that the tests were given", () => {
  describePolicies(() => givenWorld(given!));
});
