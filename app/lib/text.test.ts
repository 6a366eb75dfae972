import { expect, it } from "vitest";
import { clampMessage, cleanText } from "./text";

it.each([
  ["  a  b ", "a  b"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["a\u0000b\u0007\u001b\u007f", "ab"],
  ["\t\n", ""],
])("cleanText(%j) is %j", (value, expected) => {
  expect(cleanText(value)).toBe(expected);
});

it("clampMessage makes one line of at most 200 characters", () => {
  expect(clampMessage("a\n  b\u0000")).toBe("a b");
  expect(clampMessage("x".repeat(200))).toHaveLength(200);
  expect(clampMessage("x".repeat(5000))).toBe(`${"x".repeat(199)}…`);
});
