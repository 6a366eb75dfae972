import { afterEach, expect, it, vi } from "vitest";
import { dayWords, dueDayWords, momentWords } from "./clock";

afterEach(() => vi.useRealTimers());

it("tells a moment by the agency's clock, whoever reads it", () => {
  expect(momentWords("2026-11-24T21:33:00Z")).toBe("25 Nov 2026, 03:03");
  expect(dayWords("2026-11-22T18:29:59.999999+00:00")).toBe("22 Nov 2026");
  expect(dayWords("2026-11-22T18:30:00Z")).toBe("23 Nov 2026");
});

it("leaves a day of the calendar the day that it is", () => {
  expect(dayWords("2027-01-31")).toBe("31 Jan 2027");
  expect(dayWords("2027-01-31", "de-DE")).toBe("31.01.2027");
});

it("says a day that is promised as people do, with its year where it is another", () => {
  vi.useFakeTimers({ now: new Date("2026-11-27T06:00:00Z") });
  // Twenty past midnight there is that day, not the one before.
  expect(dueDayWords("2026-11-30T18:50:00Z")).toBe("Tuesday, 1 December");
  expect(dueDayWords("2026-12-25")).toBe("Friday, 25 December");
  expect(dueDayWords("2027-01-04T18:50:00Z")).toBe("Tuesday, 5 January 2027");
});
