import { describeCandidateFlow } from "../suites/candidate-flow.ts";
import { describeCandidates } from "../suites/candidates.ts";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";

whereNoPostgrest("on the embedded backend", () => {
  const world = embeddedWorld();
  describeCandidates(world);
  describeCandidateFlow(world);
});
