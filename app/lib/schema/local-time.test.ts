import { describe, expect, it } from "vitest";
import { daysBetween, toLocalTime } from "~/lib/format/zoned-time";
import { fromLocalTime } from "./local-time";

describe("a time in a zone", () => {
  it.each([
    ["Asia/Kolkata", "2026-11-22T10:05", "2026-11-22T04:35:00.000Z"],
    ["Asia/Kolkata", "2026-01-01T00:00", "2025-12-31T18:30:00.000Z"],
    ["Europe/London", "2026-07-01T09:00", "2026-07-01T08:00:00.000Z"],
    ["America/New_York", "2026-11-01T12:00", "2026-11-01T17:00:00.000Z"],
  ])("in %s, %s is %s", (zone, local, utc) => {
    expect(fromLocalTime(local, zone)?.toISOString()).toBe(utc);
    expect(toLocalTime(new Date(utc), zone)).toBe(local);
  });

  it("is read with a space, and with seconds, as some browsers send it", () => {
    expect(fromLocalTime(" 2026-11-22 10:05 ", "UTC")?.toISOString()).toBe("2026-11-22T10:05:00.000Z");
    expect(fromLocalTime("2026-11-22T10:05:59", "UTC")?.toISOString()).toBe("2026-11-22T10:05:00.000Z");
  });

  it.each(["", "soon", "2026-11-22", "2026-02-30T10:00", "2026-11-22T25:00", "0999-01-01T00:00", "3000-01-01T00:00"])(
    "%j is none",
    (text) => {
      expect(fromLocalTime(text, "Asia/Kolkata")).toBeUndefined();
    },
  );

  it("its days are those of the zone's calendar", () => {
    const [evening, night] = [new Date("2026-11-22T18:00:00Z"), new Date("2026-11-22T19:00:00Z")];
    expect(daysBetween(evening, night, "UTC")).toBe(0);
    expect(daysBetween(evening, night, "Asia/Kolkata")).toBe(1);
    expect(daysBetween(night, evening, "Asia/Kolkata")).toBe(-1);
  });
});
