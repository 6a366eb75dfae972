import { describe, expect, it } from "vitest";
import { byDay, timeWords } from "./days";

const said = (...moments: string[]) => moments.map((created_at) => ({ created_at }));

describe("days", () => {
  it("begin at midnight where the team works", () => {
    const days = byDay(said("2026-11-21T18:29:59.999999+00:00", "2026-11-21T18:30:00+00:00", "2026-11-22T18:29:00Z"));
    expect(days.map(({ day, words, entries }) => [day, words, entries.length])).toEqual([
      ["2026-11-21", expect.stringMatching(/^Saturday,? 21 November 2026$/), 1],
      ["2026-11-22", expect.stringMatching(/^Sunday,? 22 November 2026$/), 2],
    ]);
    expect(byDay([])).toEqual([]);
  });

  it("have the time of day on the same clock", () => {
    expect(timeWords("2026-11-22T12:00:00Z")).toBe("17:30");
  });
});
