import { describe, expect, it } from "vitest";
import { eventWords, ownerless } from "./history";

describe("a history", () => {
  it("says of one applicant or several that they did it", () => {
    const applied = (count: number) => ({ type: "candidates_applied", changes: { candidates: [null, count] } });
    expect([1, 21].map((count) => ownerless(applied(count)))).toEqual(["The candidate", "The candidates"]);
    expect(eventWords({ ...applied(21), side: null, people: null })).toBe("21 people applied");
    // Those of a day are one, at the time of the first: it has that of the last as well.
    const changes = { candidates: [null, 2], last_at: [null, "2026-11-26T22:25:00Z"] };
    const later = { type: "candidates_applied", changes, side: null, people: ["Chetan", "Vikram"] };
    expect(eventWords(later)).toMatch(/applied, the last at 03:55$/);
  });

  it("says of an application that its candidate withdrew it", () => {
    const withdrawn = { type: "application_withdrawn", changes: { candidates: [null, 1] } };
    expect(ownerless(withdrawn)).toBe("The candidate");
    expect(eventWords({ ...withdrawn, side: null, people: ["Ravi"] })).toMatch(/Ravi\W* withdrew the application$/);
  });

  it("says of a question that somebody else has answered that it was not the candidate", () => {
    const disowned = (type: string) => ({ type, changes: { candidates: [null, 1], by: "disowned" } });
    const told = ["candidates_refused", "candidates_withdrawn"].map(disowned);
    expect(told.map(ownerless)).toEqual(Array(2).fill("The owner of the address or number"));
    expect(told.map((event) => eventWords({ ...event, side: null, people: ["Ravi"] }))).toEqual([
      expect.stringMatching(/Ravi\W* can’t be shown: someone else has the address or number$/),
      expect.stringMatching(/Ravi\W* is no longer shown: someone else has the address or number$/),
    ]);
  });

  it("names what of an advert was changed, each as a person calls it", () => {
    const changed = { tells_pay: null, closes_on: null, body: null };
    const pay = { max_pay: [35000, 120000], pay_unit: ["month", "year"], min_pay: [20000, null] };
    expect(eventWords({ type: "advert_changed", side: "team", people: null, changes: pay })).toBe(
      "Advert changed: pay from (none instead of 20,000), pay up to (1,20,000 instead of 35,000) and time that the pay is for (year instead of month)",
    );
    expect(eventWords({ type: "advert_changed", side: "team", people: null, changes: changed })).toBe(
      "Advert changed: last day, telling of the pay and text",
    );
  });
});
