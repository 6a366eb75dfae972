import { describe, expect, it } from "vitest";
import { eventWords, ownerless } from "./history";

describe("a history", () => {
  it("says of one applicant or several that they did it", () => {
    const applied = (count: number) => ({ type: "candidates_applied", changes: { candidates: [null, count] } });
    expect([1, 21].map((count) => ownerless(applied(count)))).toEqual(["The candidate", "The candidates"]);
    expect(eventWords({ ...applied(21), side: null, people: null })).toBe("21 people applied");
  });

  it("says of an application that its candidate withdrew it", () => {
    const withdrawn = { type: "application_withdrawn", changes: { candidates: [null, 1] } };
    expect(ownerless(withdrawn)).toBe("The candidate");
    expect(eventWords({ ...withdrawn, side: null, people: ["Ravi"] })).toMatch(/Ravi\W* withdrew the application$/);
  });

  it("names what of an advert was changed, each as a person calls it", () => {
    const changed = { tells_pay: null, closes_on: null, body: null };
    expect(eventWords({ type: "advert_changed", side: "team", people: null, changes: changed })).toBe(
      "Advert changed: last day, telling of the pay and text",
    );
  });
});
