import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mintFormToken, identifyForm, readFormToken } from "./form-token.server";

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 60 * 60 * 1000;

describe("a form's token", () => {
  it("says when the page was served", () => {
    expect(readFormToken(mintFormToken(NOW))).toBe(NOW);
  });

  it("is nobody's but ours: no other text is one", () => {
    const token = mintFormToken(NOW);
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const other = token.slice(0, at) + character + token.slice(at + 1);
        if (other !== token) expect(readFormToken(other)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.anything()), (other) => {
        expect(readFormToken(other)).toBeUndefined();
      }),
    );
    expect(readFormToken(`${mintFormToken(NOW + 1).split(".")[0]}.${token.split(".")[1]}`)).toBeUndefined();
  });
});

describe("the origin of a form", () => {
  const token = mintFormToken(NOW);
  const values = { name: "Ann", requirement: "x" };
  const later = NOW + 60_000;

  it("is the same for the same entries from the same page, whenever they come", () => {
    const { form_id } = identifyForm(token, "contact", values, "page", later);
    expect(form_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(identifyForm(token, "contact", { ...values }, "page", later + 1e9).form_id).toBe(form_id);
  });

  it("is another for other entries, another page or another form", () => {
    const ids = [
      identifyForm(token, "contact", values, "page", later),
      identifyForm(token, "contact", { ...values, name: "Anna" }, "page", later),
      identifyForm(mintFormToken(NOW + 1), "contact", values, "page", later),
      identifyForm(token, "consultation", values, "page", later),
      identifyForm(undefined, "contact", values, "page", later),
      identifyForm(undefined, "contact", values, "page", later + DAY),
    ].map(({ form_id }) => form_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is the same all day where a day is what counts: the day of the page, however late the form is sent", () => {
    const { form_id } = identifyForm(token, "contact", values, "day", later);
    expect(identifyForm(mintFormToken(NOW + 1), "contact", values, "day", later).form_id).toBe(form_id);
    expect(identifyForm(token, "contact", values, "day", later + DAY).form_id).toBe(form_id);
    expect(identifyForm(undefined, "contact", values, "day", later).form_id).toBe(form_id);
    expect(identifyForm(mintFormToken(NOW + DAY), "contact", values, "day", later + DAY).form_id).not.toBe(form_id);
    expect(identifyForm(token, "contact", { ...values, name: "Anna" }, "day", later).form_id).not.toBe(form_id);
  });

  it("is suspect when no person can have been that fast, or the page was not ours", () => {
    expect(identifyForm(token, "contact", values, "day", NOW + 1_999).suspect).toBe(true);
    expect(identifyForm(token, "contact", values, "day", NOW + 2_000).suspect).toBe(false);
    expect(identifyForm(token, "contact", values, "day", NOW - 1).suspect).toBe(true);
    expect(identifyForm("", "contact", values, "day", later).suspect).toBe(true);
  });
});
