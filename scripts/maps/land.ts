import { readFileSync } from "node:fs";

/**
 * Where there is land: cells of 2 by 2 degrees, from 180 W and 90 N on, made of Natural Earth's coastline of 1:110
 * million, which is in the public domain.
 */
const cells = readFileSync(new URL("./land.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

/**
 * Is there land at a place?
 *
 * @param latitude in degrees, north positive
 * @param longitude in degrees, east positive, of any turn
 */
export function isLand(latitude: number, longitude: number): boolean {
  const row = Math.min(Math.floor((90 - latitude) / 2), cells.length - 1);
  const column = Math.floor(((((longitude + 180) % 360) + 360) % 360) / 2);
  return cells[row]?.[column] === "#";
}
