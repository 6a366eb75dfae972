import { describe } from "vitest";
import { CANDIDATES, describeSuites } from "../suites/all.ts";
import { FEW_SESSIONS, hasPostgrest, postgrestWorld } from "../suites/postgrest-world.ts";

describe.skipIf(!hasPostgrest)("through PostgREST", () => describeSuites(CANDIDATES, postgrestWorld(FEW_SESSIONS)));
