import { describe } from "vitest";
import { describeSuites, SEARCHES } from "../suites/all.ts";
import { embeddedWorld, isShort } from "../suites/embedded-world.ts";

describe.skipIf(isShort)("on the embedded backend", () => describeSuites(SEARCHES, embeddedWorld()));
