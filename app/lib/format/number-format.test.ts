import { expect, it } from "vitest";
import { dayWords } from "./date-format";
import { moneyWords, numberWords } from "./number-format";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

it.each([
  [1_600_000, "INR", "en-IN", "₹16,00,000"],
  [1_600_000.5, "INR", "en-IN", "₹16,00,000.50"],
  [450_000, "INR", "en-US", "₹4,50,000"],
  [900_000, "INR", "de-DE", "900.000 ₹"],
  [120_000, "USD", "en-US", "$120,000"],
  [120_000, "USD", "en-IN", "$1,20,000"],
  [55_000, "EUR", "de-DE", "55.000 €"],
  [55_000, "GBP", "fr-FR", "55 000 £GB"],
  [0, "GBP", "en-GB", "£0"],
])("%d %s is for a reader of %s %s", (amount, currency, locale, words) => {
  expect(plain(moneyWords(amount, currency, locale))).toBe(words);
});

it.each([
  ["en-IN", "12,50,000", "31 Jan 2027"],
  ["de-DE", "1.250.000", "31.01.2027"],
  ["en-US", "1,250,000", "Jan 31, 2027"],
])("numbers and days are for a reader of %s %s and %s", (locale, number, day) => {
  expect(numberWords(1_250_000, locale)).toBe(number);
  expect(dayWords("2027-01-31", locale)).toBe(day);
});
