import { describe, expect, it } from "vitest";
import { nearDayWords, nearMomentWords } from "~/lib/format/near-days";
import { dueWords, isLate } from "./due";

// Sunday, half past three in the afternoon in Noida.
const clock = { now: new Date("2026-11-22T10:00:00Z"), zone: "Asia/Kolkata" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function inTime(milliseconds: number): string {
  return new Date(clock.now.getTime() + milliseconds).toISOString();
}

function line(more: Partial<Parameters<typeof dueWords>[0]> = {}) {
  return { item_state: "new", assignee: null, due_at: inTime(0), last_activity_at: inTime(0), ...more } as const;
}

describe("when something is due", () => {
  it.each([
    [-1_000, "1 min late"],
    [-59 * MINUTE, "59 min late"],
    [-2 * HOUR - 1, "2 h late"],
    [-47 * HOUR, "47 h late"],
    [-49 * HOUR, "2 days late"],
    [5 * MINUTE, "due in 5 min"],
    [31 * HOUR + MINUTE, "due in 31 h"],
    [72 * HOUR, "due in 3 days"],
  ])("nobody's, in %i ms: %s", (left, words) => {
    expect(dueWords(line({ due_at: inTime(left) }), clock)).toBe(words);
  });

  it.each([
    [2 * HOUR, "today"],
    // Half past midnight there, still the 22nd in London.
    [9 * HOUR, "tomorrow"],
    [48 * HOUR, "Tue"],
    [24 * 8 * HOUR, "30 Nov"],
    [24 * 60 * HOUR, "21 Jan 2027"],
    [-HOUR, "1 h late"],
  ])("somebody's, in %i ms: %s", (left, words) => {
    expect(dueWords(line({ item_state: "open", assignee: "somebody", due_at: inTime(left) }), clock)).toBe(words);
  });

  it("waiting says when it comes back, until it is late", () => {
    const waiting = line({ item_state: "waiting", due_at: inTime(HOUR) });
    expect(dueWords(waiting, clock)).toBe("comes back today");
    expect(dueWords({ ...waiting, due_at: inTime(24 * HOUR) }, clock)).toBe("comes back tomorrow");
    expect(dueWords({ ...waiting, due_at: inTime(8 * 24 * HOUR) }, clock)).toBe("comes back 30 Nov");
    expect(dueWords({ ...waiting, due_at: inTime(-3 * HOUR) }, clock)).toBe("3 h late");
  });

  it.each(["done", "spam"] as const)("%s is never late", (item_state) => {
    const closed = line({ item_state, due_at: inTime(-HOUR) });
    expect(dueWords(closed, clock)).toBe(item_state);
    expect(isLate(closed, clock)).toBe(false);
    expect(isLate({ ...closed, item_state: "open" }, clock)).toBe(true);
  });
});

it("tells a moment by the calendar and the clock on the team's wall", () => {
  expect(nearMomentWords(new Date("2026-11-21T19:00:00Z"), clock)).toBe("today 00:30");
  expect(nearMomentWords(new Date("2026-11-21T18:00:00Z"), clock)).toBe("yesterday 23:30");
  expect(nearDayWords(new Date("2025-11-12T00:00:00Z"), clock)).toBe("12 Nov 2025");
});
