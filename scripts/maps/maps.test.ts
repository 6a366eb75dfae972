import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isLand } from "./land.ts";
import { mapModules } from "./modules.ts";
import { globeCities, mapCities, noida } from "./places.ts";

it("has committed what it computes", async () => {
  for (const { path, source } of await mapModules()) expect(readFileSync(path, "utf8"), path).toBe(source);
});

it("knows land from sea", () => {
  expect(isLand(28.57, 77.32)).toBe(true); // Noida
  expect(isLand(-25, 133)).toBe(true); // Australia
  expect(isLand(62, -180 + 360 + 10)).toBe(false); // the Bering Sea, a turn too far
  expect(isLand(-17, -100)).toBe(false); // the Pacific
});

it("keeps cities of one picture apart", () => {
  for (const cities of [mapCities, globeCities])
    for (const [i, a] of cities.entries())
      for (const b of [...cities.slice(0, i), noida])
        expect(Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude)).toBeGreaterThan(10);
});
