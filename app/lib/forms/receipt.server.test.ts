import { expect, it } from "vitest";
import { readReceipt, receiptAddress } from "./receipt.server";

const ID = "00ff1a2b-0000-8000-a000-000000000000";
const NOW = Date.parse("2026-11-23T10:00:00Z");

it("an address carries a receipt that this site has made, for one page", () => {
  const address = receiptAddress("/contact", ID, 24, NOW);
  const [path = "", query = ""] = address.split("?");
  expect(path).toBe("/contact");
  expect(readReceipt("/contact", `?${query}`)).toEqual({
    reference: "B0T2J1F2",
    answerBy: "2026-11-24T10:00:00.000Z",
  });
  expect(readReceipt("/consultation", `?${query}`)).toBeUndefined();
  const changed = [
    `?${query.replace("B0", "B1")}`,
    `?${query}x`,
    `?${query}&x=1`,
    "?sent",
    "?sent=1",
    "",
    "?sent=A.b.c",
  ];
  for (const search of changed) expect(readReceipt("/contact", search), search).toBeUndefined();
});
