import { expect, it } from "vitest";
import { readPlace } from "./cursor";

const MOMENT = "2026-11-23T04:00:00.000000+00:00";

it("every id that the database takes is a place, and nothing else is", () => {
  // No UUID of the standard's versions, but one of a row that was imported.
  const imported = "11111111-1111-1111-1111-111111111111";
  expect(readPlace(`${MOMENT}~${imported}`)).toEqual([MOMENT, imported]);
  for (const id of ["", "1", `${imported}0`, "11111111111111111111111111111111"]) {
    expect(readPlace(`${MOMENT}~${id}`)).toBeUndefined();
  }
});
