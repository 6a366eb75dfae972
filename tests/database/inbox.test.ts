import { describe } from "vitest";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeCalls } from "../suites/calls.ts";
import { describeFloods } from "../suites/floods.ts";
import { describeInboxLists } from "../suites/inbox-lists.ts";
import { describeInbox } from "../suites/inbox.ts";
import { describeItemActs } from "../suites/item-acts.ts";
import { describeOperations } from "../suites/operations.ts";
import { describePostings } from "../suites/postings.ts";
import { describeRelated } from "../suites/related.ts";

const world = embeddedWorld();

describe("operations", () => describeOperations(world));
// The headers of a request are the Data API's to hand on.
describe("floods", () => describeFloods(world));
whereNoPostgrest("on the embedded backend", () => {
  describe("inbox", () => describeInbox(world));
  describe("working off the inbox", () => describeItemActs(world));
  describe("lists of the inbox", () => describeInboxLists(world));
  describe("people around a line", () => describeRelated(world));
  describe("postings", () => describePostings(world));
  describe("calls", () => describeCalls(world));
});
