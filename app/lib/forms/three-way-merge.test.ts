import fc from "fast-check";
import { expect, it } from "vitest";
import { compareSides, isSame, isUntouched, marksOf } from "./three-way-merge";

const fields = ["title", "place", "notes"] as const;
type Entries = Record<(typeof fields)[number], string>;

const begun = Object.fromEntries(fields.map((field) => [field, `${field} begun`])) as Entries;
const with_ = (change: Partial<Entries>): Entries => ({ ...begun, ...change });

it("knows what was touched, and nothing of what it says", () => {
  const marks = marksOf(fields, begun);
  const marked = { fields, marks };
  expect(isUntouched(marked, "notes", begun.notes)).toBe(true);
  expect(isUntouched(marked, "notes", "another")).toBe(false);
  expect(isUntouched({ fields, marks: "" }, "notes", begun.notes)).toBe(false);
  expect(marks).not.toContain("begun");
});

it("takes what only one has changed, and disputes what both have changed differently", () => {
  const changes = fc.dictionary(fc.constantFrom(...fields), fc.constantFrom("a", "b"));
  fc.assert(
    fc.property(changes, changes, (mine, theirs) => {
      const sides = compareSides({ fields, marks: marksOf(fields, begun) }, with_(mine), with_(theirs));
      for (const field of fields) {
        const isConflict = field in mine && field in theirs && mine[field] !== theirs[field];
        expect(sides.conflicts.includes(field)).toBe(isConflict);
        expect(sides.theirs.includes(field)).toBe(field in theirs && !(field in mine));
        expect(sides.merged[field]).toBe(mine[field] ?? theirs[field] ?? begun[field]);
      }
      expect(isSame(fields, with_(mine), with_(theirs))).toBe(fields.every((field) => mine[field] === theirs[field]));
    }),
  );
});

it("disputes all that differs, and takes nothing, of a form whose marks have gone", () => {
  const sides = compareSides({ fields, marks: "nonsense" }, with_({ notes: "mine" }), with_({ notes: "theirs" }));
  expect(sides).toEqual({ merged: with_({ notes: "mine" }), conflicts: ["notes"], theirs: [] });
});
