import { describe } from "vitest";
import { describeAbsence } from "../suites/absence.ts";
import { describeCompany } from "../suites/company.ts";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeHandovers } from "../suites/handovers.ts";
import { describeInvitations } from "../suites/invitations.ts";
import { describeLeavers } from "../suites/leavers.ts";
import { describePeople } from "../suites/people.ts";

whereNoPostgrest("on the embedded backend", () => {
  const world = embeddedWorld();

  describe("invitations", () => describeInvitations(world));
  describe("people", () => describePeople(world));
  describe("company", () => describeCompany(world));
  describe("absence", () => describeAbsence(world));
  describe("leavers", () => describeLeavers(world));
  describe("handovers", () => describeHandovers(world));
});
