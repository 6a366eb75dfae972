import { expect, it } from "vitest";
import { dayWords } from "./clock";
import { moneyWords, numberWords } from "./number-format";
import { preferredLocale } from "./locale";

it.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT-u-ca-gregory-nu-latn"],
  ["xx-nonsense-,de", "de-u-ca-gregory-nu-latn"],
  ["en;q=0.1, de", "de-u-ca-gregory-nu-latn"],
  ["en;q=0.5,de;q=0.7,fr;q=0.7", "de-u-ca-gregory-nu-latn"],
  ["de;q=0", "en-IN"],
  ["de;q=0,fr;q=0.1", "fr-u-ca-gregory-nu-latn"],
  ["de;q=nonsense,fr;q=0.5", "fr-u-ca-gregory-nu-latn"],
  ["*", "en-IN"],
  ["", "en-IN"],
  [null, "en-IN"],
  ["x".repeat(10_000), "en-IN"],
])("preferredLocale(%j) is %s", (header, expected) => {
  expect(preferredLocale(header)).toBe(expected);
});

// Each language with another calendar or other digits that this runtime knows by default, and browsers that ask for them.
const TAGS = ["th-TH", "fa-IR", "ar-EG", "ar-SA", "mr-IN", "ne-NP", "bn-BD", "my-MM", "ckb-IQ", "ur-PK", "ps-AF"];
it.each([...TAGS, "en-IN-u-nu-deva-ca-indian", "ja-JP-u-ca-japanese", "he-IL-u-ca-hebrew", "zh-u-nu-hanidec"])(
  "%s reads years of our calendar and Latin digits",
  (tag) => {
    const locale = preferredLocale(tag);
    const words = [dayWords("2026-11-25", locale), moneyWords(900_000, "INR", locale), numberWords(1_234_567, locale)];
    expect(words.join(" ").replace(/[0-9]/g, "")).not.toMatch(/\p{Nd}|[\u3007\u4e00\u4e8c\u4e09]/u);
    expect(words[0]).toContain("2026");
    expect(words[1]!.replace(/[^0-9]/g, "")).toBe("900000");
  },
);
