import { describe, expect, it } from "vitest";
import { byDay, timeWords } from "./days";

const said = (...moments: string[]) => moments.map((created_at) => ({ created_at }));

describe("days", () => {
  it("begin at midnight where the team works", () => {
    const days = byDay(
      said("2026-11-21T18:29:59.999999+00:00", "2026-11-21T18:30:00+00:00", "2026-11-22T18:29:00Z"),
      "en-GB",
    );
    expect(days.map(({ day, words, messages }) => [day, words, messages.length])).toEqual([
      ["2026-11-21", expect.stringMatching(/^Saturday,? 21 November 2026$/), 1],
      ["2026-11-22", expect.stringMatching(/^Sunday,? 22 November 2026$/), 2],
    ]);
    expect(byDay([], "en-GB")).toEqual([]);
  });

  it("are told in the reader's language, and times with their zone", () => {
    expect(byDay(said("2026-11-22T12:00:00Z"), "de")[0]!.words).toBe("Sonntag, 22. November 2026");
    expect(timeWords("2026-11-22T12:00:00Z", "de")).toBe("17:30 GMT+5:30");
    expect(timeWords("2026-11-22T12:00:00Z", "en-IN")).toMatch(/^5:30\spm\sIST$/);
  });
});
