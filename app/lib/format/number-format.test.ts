import { expect, it } from "vitest";
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
  ["en-IN", "12,50,000"],
  ["de-DE", "1.250.000"],
  ["en-US", "1,250,000"],
])("numbers are for a reader of %s %s", (locale, number) => {
  expect(numberWords(1_250_000, locale)).toBe(number);
});
