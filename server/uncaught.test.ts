import { expect, it } from "vitest";
import { countUncaught } from "./uncaught.ts";

it.each([
  ["five within a minute are too many", [0, 1, 2, 59_000, 59_999], [false, false, false, false, true]],
  ["five in more than a minute are not", [0, 15_000, 30_000, 45_000, 60_000], [false, false, false, false, false]],
  ["what is long ago is forgotten", [0, 1, 2, 3, 90_000, 90_001], [false, false, false, false, false, false]],
])("%s", (_, moments, expected) => {
  expect(moments.map(countUncaught())).toEqual(expected);
});
