import { describe } from "vitest";
import { describeSuites, SEARCHES } from "../suites/all.ts";
import { FEW_SESSIONS, hasPostgrest, postgrestWorld } from "../suites/postgrest-world.ts";

describe.skipIf(!hasPostgrest)("through PostgREST", () => describeSuites(SEARCHES, postgrestWorld(FEW_SESSIONS)));
