import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Item } from "./item.server";
import { timelineOf } from "./timeline";

/** What an item's page says of an event of some type. */
function wordsOf(type: string): string | undefined {
  const event = {
    id: "1",
    item_id: "2",
    actor: null,
    type,
    person: null,
    changes: {},
    created_at: "2026-11-25T10:00:00Z",
  };
  const item = { notes: [], replies: [], events: [event], requirement_events: [] } as unknown as Item;
  return timelineOf(
    item,
    { names: {}, userId: "", history: { words: () => undefined, ownerless: () => "" } },
    { now: new Date(), zone: "UTC" },
  )[0]?.what;
}

it("each type of event has words of its own, and one that is not known those of none", () => {
  const schema = readFileSync("supabase/schemas/3-inbox/01-inbox.sql", "utf8");
  const types = [...schema.match(/check \(type in \(([^)]+)\)/)![1]!.matchAll(/'(\w+)'/g)].map(([, type]) => type!);
  expect(types).toContain("converted");
  const words = types.map(wordsOf);
  expect(new Set(words).size).toBe(types.length);
  expect(wordsOf("converted")).toBe("Made a requirement of it");
  expect(wordsOf("unheard_of")).toBe("Changed");
  expect(words).not.toContain("Changed");
});
