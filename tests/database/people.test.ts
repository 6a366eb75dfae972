import { afterAll, beforeAll, describe } from "vitest";
import { describeCompany } from "../suites/company.ts";
import { startEmbeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeHandovers } from "../suites/handovers.ts";
import { describeInvitations } from "../suites/invitations.ts";
import { describeLeavers } from "../suites/leavers.ts";
import { describePeople } from "../suites/people.ts";
import type { World } from "../suites/world.ts";

whereNoPostgrest("on the embedded backend", () => {
  let world: World;
  beforeAll(async () => {
    world = await startEmbeddedWorld();
  });
  afterAll(() => world.close());

  describe("invitations", () => describeInvitations(() => world));
  describe("people", () => describePeople(() => world));
  describe("company", () => describeCompany(() => world));
  describe("leavers", () => describeLeavers(() => world));
  describe("handovers", () => describeHandovers(() => world));
});
