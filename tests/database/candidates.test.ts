import { describe } from "vitest";
import { describeCandidateFlow } from "../suites/candidate-flow.ts";
import { describeCandidates } from "../suites/candidates.ts";
import { describeCandidatesSay } from "../suites/candidates-say.ts";
import { embeddedWorld, isShort } from "../suites/embedded-world.ts";

describe.skipIf(isShort)("on the embedded backend", () => {
  const world = embeddedWorld();
  describeCandidates(world);
  describeCandidateFlow(world);
  describeCandidatesSay(world);
});
