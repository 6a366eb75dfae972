import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeReceipts } from "../suites/receipts.ts";

whereNoPostgrest("on the embedded backend", () => {
  describeReceipts(embeddedWorld());
});
