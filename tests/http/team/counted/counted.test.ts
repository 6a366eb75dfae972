import { afterAll, describe } from "vitest";
import { startSiteBehindProxy } from "../../../support/http/waves.ts";
import { describeBudget } from "./budget.ts";
import { describeExport } from "./export.ts";
import { describeFlood } from "./flood.ts";
import { describeWorklists } from "./worklists.ts";

// What counts or reads all that there is, on one backend, each where the one before has left it.
const running = await startSiteBehindProxy({
  LOG_LEVEL: "error",
  SEED_DEMO: "0",
  REDELIVERY_SECONDS: "3600",
  TRUST_PROXY: "1",
  SENDER_KEY: "what the site and the database share",
});
afterAll(() => running.stop());

describe("a flood hides nobody", () => describeFlood(running));
describe("what the team has to do", () => describeWorklists(running));
describe("a list of more lines than the database gives at a time", () => describeExport(running));
describe("the team's pages", () => describeBudget(running));
