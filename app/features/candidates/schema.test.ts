import { expect, it } from "vitest";
import { enteredOf } from "./schema";

it("what a candidate may be known by is cut as the database counts, and no character in half", () => {
  const body = new FormData();
  const longest = `${"a".repeat(319)}\u{1f600}`;
  body.set("full_name", `${longest}b`);
  expect(enteredOf(body)).toEqual({ full_name: longest, email: null, phone: null, city: null });
});
