import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { keepEntries, parseForm, readForm } from "./form.server";

const keys = {
  single: ["name", "password", "agree"],
  multiple: ["skills"],
  checkboxes: ["agree"],
};

function body(...entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [key, value] of entries) form.append(key, value);
  return form;
}

describe("readForm", () => {
  it("reads the listed keys as text, and nothing else", () => {
    const form = body(["name", "123"], ["skills", "1"], ["skills", "2"], ["other", "x"], ["name", "456"]);
    expect({ ...readForm(form, keys) }).toEqual({ name: "123", password: "", agree: "", skills: ["1", "2"] });
  });

  it("reads one item more than a list may have, and none beyond", () => {
    const form = body(...Array.from({ length: 14_000 }, (_, index): [string, string] => ["skills", `${index}`]));
    expect(readForm(form, { ...keys, most: 3 })["skills"]).toEqual(["0", "1", "2", "3"]);
    expect(keepEntries(form, { ...keys, most: 3 }).lists["skills"]).toHaveLength(4);
  });

  it("takes no file for an entry", () => {
    const form = body();
    form.append("name", new File(["x"], "x.txt"));
    form.append("skills", new File(["x"], "x.txt"));
    expect(readForm(form, keys)).toMatchObject({ name: "", skills: [] });
  });

  it("changes no prototype, and no answer to others, whatever keys come", () => {
    const parts = fc.constantFrom(
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "name",
      "skills",
      "0",
      "a",
      "hasOwnProperty",
    );
    const key = fc.oneof(
      fc.string(),
      fc
        .array(parts, { minLength: 1, maxLength: 5 })
        .chain((list) => fc.constantFrom(list.join("."), list.join("["), `${list.join("[")}]`)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string()), { maxLength: 20 }), (entries) => {
        const result = readForm(body(...entries), keys);
        expect(Object.keys(result).sort()).toEqual(["agree", "name", "password", "skills"]);
        expect(Object.getPrototypeOf(result)).toBeNull();
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(Object.prototype.toString.call({})).toBe("[object Object]");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("keepEntries", () => {
  it("gives back everything but passwords", () => {
    const form = body(["name", " a "], ["password", "secret"], ["agree", "on"], ["skills", "b"]);
    expect(keepEntries(form, keys)).toEqual({ defaultValues: { name: " a ", agree: true }, lists: { skills: ["b"] } });
  });
});

describe("parseForm", () => {
  const schema = z.object({ name: z.string().min(1, "Enter a name"), skills: z.array(z.string().max(3, "Too long")) });

  it("returns the schema's values", async () => {
    const { values } = await parseForm(body(["name", "a"], ["skills", "b"]), schema, keys);
    expect(values).toEqual({ name: "a", skills: ["b"] });
  });

  it("reads the keys of its schema where none are said, and shows no password of them again", async () => {
    const one = z.object({ name: z.string(), current_password: z.string() });
    const { values, state } = await parseForm(body(["name", "a"], ["current_password", "b"], ["other", "c"]), one);
    expect(values).toEqual({ name: "a", current_password: "b" });
    expect(state.defaultValues).toEqual({ name: "a" });
  });

  it("reads no form of which nobody says the keys", async () => {
    const either = z.union([z.object({ name: z.string() }), z.object({ phone: z.string() })]);
    await expect(parseForm(body(["name", "a"]), either)).rejects.toThrow(TypeError);
  });

  it("returns a message for each wrong field, a list's item among them", async () => {
    const { values, state } = await parseForm(body(["skills", "abc"], ["skills", "abcd"]), schema, keys);
    expect(values).toBeUndefined();
    expect(state.errors).toEqual({
      name: { type: "validation", message: "Enter a name" },
      skills: { type: "validation", message: "Too long" },
    });
    expect(state.lists["skills"]).toEqual(["abc", "abcd"]);
  });
});
