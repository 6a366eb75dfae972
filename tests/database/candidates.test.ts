import { describeCandidates } from "../suites/candidates.ts";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";

whereNoPostgrest("on the embedded backend", () => describeCandidates(embeddedWorld()));
