import { describeCandidateFlow } from "../suites/candidate-flow.ts";
import { describeCandidates } from "../suites/candidates.ts";
import { describeCandidatesSay } from "../suites/candidates-say.ts";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";

whereNoPostgrest("on the embedded backend", () => {
  const world = embeddedWorld();
  describeCandidates(world);
  describeCandidateFlow(world);
  describeCandidatesSay(world);
});
