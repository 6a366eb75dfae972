import { isLand } from "./land.ts";
import { join, rounded } from "./path.ts";
import { mapCities, noida, type Place } from "./places.ts";

/** The meridian in the middle: the edge then runs through the Bering Strait, and cuts no land. */
const MIDDLE = 11;
/** Dots from edge to edge along the equator: a dot is a unit of the drawing. */
const WIDTH = 100;
/** What the map shows, in degrees: Antarctica has no office. */
const NORTH = 77;
const SOUTH = -55;

// Equal Earth (Savric, Patterson and Jenny 2018): no region looks larger than it is.
const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

const heightOf = (theta: number) => theta * (A1 + A2 * theta ** 2 + theta ** 6 * (A3 + A4 * theta ** 2));
const slopeOf = (theta: number) => A1 + 3 * A2 * theta ** 2 + theta ** 6 * (7 * A3 + 9 * A4 * theta ** 2);
const thetaOf = (latitude: number) => Math.asin(M * Math.sin(radians(latitude)));

const UNIT = (2 * Math.PI) / (M * A1) / WIDTH;
const TOP = heightOf(thetaOf(NORTH)) / UNIT;
const HEIGHT = Math.ceil(TOP - heightOf(thetaOf(SOUTH)) / UNIT);

/** Where a place is on the map. */
function at({ latitude, longitude }: Place): [number, number] {
  const theta = thetaOf(latitude);
  const turn = ((((longitude - MIDDLE + 180) % 360) + 360) % 360) - 180;
  const x = (radians(turn) * Math.cos(theta)) / (M * slopeOf(theta));
  return [rounded(WIDTH / 2 + x / UNIT, 1), rounded(TOP - heightOf(theta) / UNIT, 1)];
}

/** Is there land at a point of the map? */
function hasLandAt(x: number, y: number): boolean {
  const height = (TOP - y) * UNIT;
  let theta = height / A1;
  // Newton's way back from a height to its latitude.
  for (let i = 0; i < 12; i++) theta -= (heightOf(theta) - height) / slopeOf(theta);
  const latitude = (Math.asin(Math.sin(theta) / M) * 180) / Math.PI;
  const turn = (((x - WIDTH / 2) * UNIT * M * slopeOf(theta)) / Math.cos(theta)) * (180 / Math.PI);
  return Math.abs(turn) < 180 && isLand(latitude, turn + MIDDLE);
}

const NEAR = [-0.3, 0, 0.3];

/** Is a third of what a dot stands for land? Islands are narrow. */
function hasLand(x: number, y: number): boolean {
  const found = NEAR.flatMap((right) => NEAR.map((down) => hasLandAt(x + right, y + down)));
  return found.filter(Boolean).length >= 3;
}

/** Land as rows of dots: each run goes on from where the one before it ended. */
function land(): { path: string; left: number; right: number } {
  let path = "";
  let [left, right] = [WIDTH, 0];
  let [lastX, lastY] = [0, 0];
  for (let y = 0; y <= HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (!hasLand(x, y)) continue;
      const start = x;
      while (hasLand(x + 1, y)) x++;
      path += `m${join(start - lastX, y - lastY)}h${x - start}`;
      [lastX, lastY] = [x, y];
      [left, right] = [Math.min(left, start), Math.max(right, x)];
    }
  }
  return { path, left, right };
}

/** A line from Noida that lifts off on its way. */
function line(city: Place): string {
  const [from, to] = [at(noida), at(city)];
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // Long lines would leave the map if they rose as short ones do.
  const rise = Math.min(distance * 0.14, 3 + distance * 0.05);
  const middle = [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2 - rise];
  const ends = [to[0] - from[0], to[1] - from[1]];
  return `M${join(...from)}q${join(...[...middle, ...ends].map((value) => rounded(value, 1)))}`;
}

/** The map's paths, in units of one dot. */
export function regions() {
  const { path, left, right } = land();
  return {
    viewBox: `${left - 1} -1 ${right - left + 2} ${HEIGHT + 2}`,
    land: path,
    lines: mapCities.map(line).join(""),
    cities: mapCities.map((city) => `M${join(...at(city))}h0`).join(""),
    noida: at(noida),
  };
}
