import { expect, it } from "vitest";
import { chooseKey } from "./keys.ts";

it.each([
  ['{"other":"a","default":"b"}', "legacy", "b"],
  ['{"other":"a"}', "legacy", "a"],
  ["{}", "legacy", "legacy"],
  [undefined, "legacy", "legacy"],
  ["", undefined, ""],
])("chooses from %s and %s: %s", (named, legacy, key) => {
  expect(chooseKey(named, legacy)).toBe(key);
});
