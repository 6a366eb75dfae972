import { expect, it } from "vitest";
import { preferredLocale } from "./locale";

it.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
  ["xx-nonsense-,de", "de"],
  ["*", "en-IN"],
  ["", "en-IN"],
  [null, "en-IN"],
  ["x".repeat(10_000), "en-IN"],
])("preferredLocale(%j) is %s", (header, expected) => {
  expect(preferredLocale(header)).toBe(expected);
});
