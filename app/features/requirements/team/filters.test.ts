import { expect, it } from "vitest";
import { readFilters } from "./filters";

it.each([
  ["status=new&group=silent&sort=age&order=desc", { status: "new", group: "silent", sort: "age", order: "desc" }],
  ["words=welder&group=silent&sort=age&order=desc", { words: "welder", group: "silent", sort: "age", order: "desc" }],
  // What is closed is the newest first, and in no groups.
  ["status=filled&whose=me&sort=deadline", { status: "filled", whose: "me" }],
])("of %s it reads what the list holds to", (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});
