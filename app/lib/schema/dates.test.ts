import { afterEach, expect, it, vi } from "vitest";
import { optionalDate, requiredDate } from "./fields";
import { today } from "~/lib/format/clock";
import { readDate } from "./dates";

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["2027-03-31", "2027-03-31"],
  [" 2027-03-31\u00a0", "2027-03-31"],
  ["2027-3-1", "2027-03-01"],
  ["31/03/2027", "2027-03-31"],
  ["03/31/2027", "2027-03-31"],
  ["5/5/2027", "2027-05-05"],
  ["31-03-2027", "2027-03-31"],
  ["31.3.2027", "2027-03-31"],
  ["3.4.2027", "2027-04-03"],
  ["31 March 2027", "2027-03-31"],
  ["31st  Mar. 2027", "2027-03-31"],
  ["31-Mar-2027", "2027-03-31"],
  ["March 31, 2027", "2027-03-31"],
  ["Sept 1st 2027", "2027-09-01"],
  ["३१/०३/२०२७", "2027-03-31"],
  ["29.2.2028", "2028-02-29"],
])("%j is %s", (typed, date) => {
  expect(readDate(typed)).toBe(date);
});

it.each([
  ...["03/04/2027", "03-04-2027", "31/03/27", "2027-02-29", "29.2.2027", "31/13/2027", "0.0.2027", "31 Ma 2027"],
  ...["0000-01-01", "1899-12-31", "3000-01-01", "9999-99-99", "-2027-03-31", "+012027-03-31", "31 Brumaire 2027"],
  ...["31/03.2027", "infinity", "today", "now", "2027-03-31T00:00", "2027-W13", "1e3-01-01", "constructor"],
  ...["0001-01-01", "9999-12-31", "-4713-01-01", "+275760-09-13", "2027-02-30", "2027-13-01", "-infinity", "epoch"],
  ...["allballs", "tomorrow", "2027-03-31'); --", "%00", "9".repeat(400), "NaN", "2027-03-31 BC", "१९९९-९९-९९"],
])("%j is no date, or may be two", (typed) => {
  expect(readDate(typed)).toBeUndefined();
  expect(optionalDate.safeParse(typed).error?.issues).toHaveLength(1);
  expect(requiredDate("Enter it").safeParse(typed).error?.issues).toMatchObject([{ message: "Enter it" }]);
});

it("a date may be left out where it may, with blanks as well", () => {
  expect(optionalDate.parse(" \u00a0")).toBeNull();
  expect(requiredDate("Enter it").safeParse(" ").success).toBe(false);
});

it("today is the agency's day", () => {
  vi.useFakeTimers({ now: new Date("2027-03-30T18:29:59Z") });
  expect(today()).toBe("2027-03-30");
  vi.setSystemTime(new Date("2027-03-30T18:30:00Z"));
  expect(today()).toBe("2027-03-31");
});
