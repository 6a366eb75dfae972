import { expect, it } from "vitest";
import { dayWords, momentWords } from "./clock";

it("tells a moment by the agency's clock, whoever reads it", () => {
  expect(momentWords("2026-11-24T21:33:00Z")).toBe("25 Nov 2026, 03:03");
  expect(dayWords("2026-11-22T18:29:59.999999+00:00")).toBe("22 Nov 2026");
  expect(dayWords("2026-11-22T18:30:00Z")).toBe("23 Nov 2026");
});

it("leaves a day of the calendar the day that it is", () => {
  expect(dayWords("2027-01-31")).toBe("31 Jan 2027");
  expect(dayWords("2027-01-31", "de-DE")).toBe("31.01.2027");
});
