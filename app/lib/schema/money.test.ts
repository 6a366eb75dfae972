import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moneyWords, numberWords } from "~/lib/format/number-format";
import { readAmount } from "./money";

describe("readAmount", () => {
  it.each<[typed: string, value: number, currency?: string, hasPeriod?: boolean]>([
    ["3.5 lakh", 350_000, "INR"],
    ["12 LPA", 1_200_000, "INR", true],
    ["12lpa", 1_200_000, "INR", true],
    ["4,50,000", 450_000],
    ["₹ 4,50,000/-", 450_000, "INR"],
    ["Rs. 50,000 per month", 600_000, "INR", true],
    ["1.2 cr", 12_000_000, "INR"],
    ["1.125 crore", 11_250_000, "INR"],
    ["12k", 12_000],
    ["$120k a year", 120_000, "USD", true],
    ["1.15 lakhs", 115_000, "INR"],
    ["40K p.m.", 480_000, undefined, true],
    ["55 thousand EUR", 55_000, "EUR"],
    ["£1.2 million p.a.", 1_200_000, "GBP", true],
    ["50000.50", 50_000.5],
    ["१२ lakh", 1_200_000, "INR"],
    ["-1.5", -1.5],
    ["1e5", 100_000],
    ["-0", 0],
  ])("understands %s", (typed, value, currency, hasPeriod = false) => {
    expect(readAmount(typed)).toEqual({ value, currency, hasPeriod });
  });

  it.each([
    "",
    "lots",
    "3 to 5 lakh",
    "42.000",
    "1.250k",
    "12 lakh 50",
    "1,2 lakh",
    "k",
    "₹",
    "lakh",
    "12 kk",
    "1e999",
  ])("leaves %j", (typed) => {
    expect(readAmount(typed)).toBeUndefined();
  });

  it("takes no more than the column holds, of whatever unit", () => {
    expect(readAmount("99999 cr")?.value).toBe(999_990_000_000);
    expect(readAmount("100000 cr")).toBeUndefined();
    expect(readAmount("0.00000001 lakh")).toBeUndefined();
  });

  it("understands each amount that it shows, in rupees as in dollars", () => {
    const cents = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), cents, (whole, hundredths) => {
        const value = Number(`${whole}.${String(hundredths).padStart(2, "0")}`);
        expect(readAmount(numberWords(whole, "en-IN"))?.value).toBe(whole);
        expect(readAmount(String(value))?.value).toBe(value);
        expect(readAmount(moneyWords(value, "INR", "en-US"))).toMatchObject({ value, currency: "INR" });
        expect(readAmount(moneyWords(value, "USD", "en-US"))).toMatchObject({ value, currency: "USD" });
      }),
    );
  });

  it("reads lakhs, crores and thousands as their zeros, rounded nowhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 2 }), (digits, places) => {
        const said = (digits / 10 ** places).toFixed(places);
        expect(readAmount(`${said} lakh`)?.value).toBe(digits * 10 ** (5 - places));
        expect(readAmount(`${said} cr`)?.value).toBe(digits * 10 ** (7 - places));
        expect(readAmount(`${said}k`)?.value).toBe(digits * 10 ** (3 - places));
      }),
    );
  });

  it("is an amount that the column holds or nothing, whatever is typed", () => {
    const pieces = [
      "₹",
      "rs",
      "12",
      "1,00",
      ".",
      ",",
      " ",
      "lakh",
      "lpa",
      "k",
      "cr",
      "/-",
      "a month",
      "p.a.",
      "e9",
      "-",
    ];
    const pieced = fc.array(fc.constantFrom(...pieces)).map((words) => words.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string(), pieced), (typed) => {
        const amount = readAmount(typed);
        if (amount === undefined) return;
        expect(Math.abs(amount.value)).toBeLessThan(1e12);
        expect(Number(amount.value.toFixed(2))).toBe(amount.value);
      }),
      { numRuns: 1000 },
    );
  });
});
