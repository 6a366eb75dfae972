import { describe } from "vitest";
import { describeDrafts } from "../suites/drafts.ts";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeFeatures } from "../suites/features.ts";
import { describeMessages } from "../suites/messages.ts";
import { describeRequirementChanges } from "../suites/requirement-changes.ts";
import { describeRequirementPages } from "../suites/requirement-pages.ts";

const world = embeddedWorld();

describe("features", () => describeFeatures(world));
whereNoPostgrest("on the embedded backend", () => {
  describe("changes of requirements", () => describeRequirementChanges(world));
  describe("pages of requirements", () => describeRequirementPages(world));
  describe("messages", () => describeMessages(world));
  describe("drafts", () => describeDrafts(world));
});
