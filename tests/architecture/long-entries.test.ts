import { expect, it } from "vitest";
import { z } from "zod";

// A form is read before anybody is asked for: an expression that takes time by the square of an entry's length holds the one
// thread up for everybody. Such a field takes seconds of these, and the test's time is over.

const modules = import.meta.glob<Record<string, unknown>>(
  ["/app/features/**/*schema.ts", "/app/features/**/fields.ts"],
  {
    eager: true,
  },
);

const LENGTH = 60_000;

/** Each field of each form's schema. */
const fields = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports).flatMap(([name, schema]) => {
    const made = typeof schema === "function" && schema.length === 0 && name.endsWith("Schema") ? null : schema;
    const shape = made instanceof z.ZodObject ? (made.shape as Record<string, z.ZodType>) : {};
    return Object.entries(shape).map(([field, type]) => [`${file} ${name}.${field}`, type] as const);
  }),
);

it("knows the fields of the forms", () => {
  expect(fields.length).toBeGreaterThan(60);
  expect(fields.filter(([name]) => /email/i.test(name)).length).toBeGreaterThan(5);
});

it.each([
  ".",
  "1",
  "0",
  " ",
  "-",
  "a@",
  "<",
  "1.",
  "+1 ",
  "(0)",
  "a.b ",
  "\u00a0",
  "é",
  "०",
  ",;",
  "x@y.",
  "31/",
  "mailto:",
])(
  "reads an entry of %j again and again in time",
  (part) => {
    const entry = part.repeat(LENGTH / part.length);
    for (const [name, type] of fields) {
      for (const value of [`${entry}@b.example`, `1${entry}x`]) {
        // Whatever it says of it, it says it.
        expect(typeof type.safeParse(value).success, name).toBe("boolean");
      }
    }
  },
  20_000,
);
