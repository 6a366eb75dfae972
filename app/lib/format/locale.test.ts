import { expect, it } from "vitest";
import { preferredLocale } from "./locale";

it.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
  ["xx-nonsense-,de", "de"],
  ["en;q=0.1, de", "de"],
  ["en;q=0.5,de;q=0.7,fr;q=0.7", "de"],
  ["de;q=0", "en-IN"],
  ["de;q=0,fr;q=0.1", "fr"],
  ["de;q=nonsense,fr;q=0.5", "fr"],
  ["*", "en-IN"],
  ["", "en-IN"],
  [null, "en-IN"],
  ["x".repeat(10_000), "en-IN"],
])("preferredLocale(%j) is %s", (header, expected) => {
  expect(preferredLocale(header)).toBe(expected);
});
