import { describe, expect, it } from "vitest";
import { LIMITS } from "~/lib/schema/fields";
import { cleanSkills } from "~/lib/schema/skills";
import { applyIntent, intentValue } from "./intent";

function body(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [key, value] of entries) form.append(key, value);
  return form;
}

const listed: [string, string][] = [
  ["required_skills", "a"],
  ["required_skills", "b"],
  ["preferred_skills", "c"],
];

describe("skills", () => {
  it.each([
    [["go", "Go", " GO "], ["go"]],
    [["a, b; c"], ["a", "b", "c"]],
    [["C++,,; ;", "\u200b", "c++"], ["C++"]],
    [["Zu\u0308rich", "Zürich"], ["Zu\u0308rich"]],
  ])("%j are %j", (typed, skills) => {
    expect(cleanSkills(typed)).toEqual(skills);
  });

  it("a list without end is cut where nobody's list would end", () => {
    const most = LIMITS.skills + 30;
    const endless = Array.from({ length: 14_000 }, (_, index) => `skill ${index}`);
    expect(cleanSkills(endless)).toHaveLength(most);
    expect(cleanSkills([endless.join(",")])).toHaveLength(most);
    const form = body(endless.map((skill) => ["required_skills", skill]));
    form.set("intent", "remove:preferred_skills:0");
    expect(applyIntent(form)).toBe(true);
    expect(form.getAll("required_skills")).toHaveLength(most);
  });
});

describe("applyIntent", () => {
  it("adds what is typed, trimmed, and empties the box", () => {
    const form = body([
      ...listed,
      ["required_skills_entry", "  new "],
      ["preferred_skills_entry", "keep"],
      ["intent", "add:required_skills"],
    ]);
    expect(applyIntent(form)).toBe(true);
    expect(form.getAll("required_skills")).toEqual(["a", "b", "new"]);
    expect(form.get("required_skills_entry")).toBe("");
    expect(form.get("preferred_skills_entry")).toBe("keep");
  });

  it("ignores a blank entry and one that is there", () => {
    for (const typed of ["", "   ", "a"]) {
      const form = body([...listed, ["required_skills_entry", typed], ["intent", "add:required_skills"]]);
      expect(applyIntent(form)).toBe(true);
      expect(form.getAll("required_skills")).toEqual(["a", "b"]);
    }
  });

  it("removes the one whose button was pressed", () => {
    const form = body([...listed, ["intent", intentValue({ kind: "remove", field: "required_skills", index: 0 })]]);
    expect(applyIntent(form)).toBe(true);
    expect(form.getAll("required_skills")).toEqual(["b"]);
    expect(form.getAll("preferred_skills")).toEqual(["c"]);
  });

  it("takes Enter in a box as adding, and elsewhere as submitting", () => {
    const typed = body([...listed, ["preferred_skills_entry", "d"], ["intent", "enter"]]);
    expect(applyIntent(typed)).toBe(true);
    expect(typed.getAll("preferred_skills")).toEqual(["c", "d"]);
    expect(applyIntent(body([...listed, ["preferred_skills_entry", " "], ["intent", "enter"]]))).toBe(false);
  });

  it("takes what is still in a box along when it is submitted", () => {
    const form = body([...listed, ["required_skills_entry", "last"], ["intent", "submit"]]);
    expect(applyIntent(form)).toBe(false);
    expect(form.getAll("required_skills")).toEqual(["a", "b", "last"]);
  });

  it.each(["", "remove:required_skills:9", "remove:required_skills:x", "remove:other:0", "add:__proto__", "nonsense"])(
    "loses nothing to the intent %j",
    (intent) => {
      const form = body([...listed, ["intent", intent]]);
      applyIntent(form);
      expect(form.getAll("required_skills")).toEqual(["a", "b"]);
      expect(form.getAll("preferred_skills")).toEqual(["c"]);
    },
  );
});
