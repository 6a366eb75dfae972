import { expect, it } from "vitest";
import { phoneNumbersIn, smsHref, whatsAppHref, worldNumber } from "./phone";

it.each([
  ["98101 12345", "919810112345"],
  ["098101-12345", "919810112345"],
  ["91 98101 12345", "919810112345"],
  ["+91 (0)98101 12345", "919810112345"],
  ["0091 98101 12345", "919810112345"],
  ["+971 50 123 4567", "971501234567"],
  // Whose country nobody can tell, and numbers that no text reaches.
  ["050 123 4567", undefined],
  ["0120 456 7890", undefined],
  ["415 555 0100", undefined],
])("%s is dialled from anywhere as %s", (typed, number) => {
  expect(worldNumber(phoneNumbersIn(typed)[0]!.dialled)).toBe(number);
});

it("puts words into a link whole", () => {
  const words = "See it: https://a.example/?a=1&b=2 #3 + ₹";
  expect(new URL(whatsAppHref("919810112345", words)).searchParams.get("text")).toBe(words);
  expect(new URL(smsHref("919810112345", words)).searchParams.get("body")).toBe(words);
  expect(smsHref("919810112345")).toBe("sms:+919810112345");
});
