import { isLand } from "./land.ts";
import { join, rounded } from "./path.ts";
import { globeCities, noida, singapore, type Place } from "./places.ts";

/** What the middle of the globe shows. */
const CENTRE: Place = { latitude: 18, longitude: 62 };
const RADIUS = 100;
/** Degrees between two rows of dots; dots end where the sphere turns away by this cosine. */
const ROW = 4.5;
const RIM = 0.13;
const SOUTH = -46;
/** How far the middle of a line lifts off, for each half turn it spans. */
const LIFT = 0.55;

/** A point about the middle of a sphere of radius 1, as we look at it: east, north, and towards us. */
type Vector = readonly [number, number, number];

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const sin = (degrees: number) => Math.sin(radians(degrees));
const cos = (degrees: number) => Math.cos(radians(degrees));
const scale = (vector: Vector, by: number): Vector => [vector[0] * by, vector[1] * by, vector[2] * by];
const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Orthographic: a place as seen from far above the centre. */
function seen(latitude: number, longitude: number): Vector {
  const turn = longitude - CENTRE.longitude;
  return [
    cos(latitude) * sin(turn),
    cos(CENTRE.latitude) * sin(latitude) - sin(CENTRE.latitude) * cos(latitude) * cos(turn),
    sin(CENTRE.latitude) * sin(latitude) + cos(CENTRE.latitude) * cos(latitude) * cos(turn),
  ];
}

/** Where a point is on the screen, whose y goes down. */
function at([east, north]: Vector): [number, number] {
  return [rounded(east * RADIUS), rounded(-north * RADIUS)];
}

/** The radii of the ellipse that a parallel is from here. */
function radiiOf(latitude: number): [number, number] {
  return [rounded(cos(latitude) * RADIUS), rounded(cos(latitude) * sin(CENTRE.latitude) * RADIUS)];
}

/** Is there land under a dot, or half a dot north or south of it? Islands are narrow. */
function hasLand(latitude: number, longitude: number): boolean {
  return isLand(latitude + 1, longitude) || isLand(latitude - 1, longitude);
}

/** Land: runs along parallels, each an arc of its ellipse. Drawn with dashes of length 0, they are dots. */
function land(): string {
  const runs: string[] = [];
  for (let latitude = 88; latitude > SOUTH; latitude -= ROW) {
    let run: Vector[] = [];
    for (let turn = -180; turn <= 180; turn++) {
      const point = seen(latitude, CENTRE.longitude + turn);
      if (turn < 180 && point[2] > RIM && hasLand(latitude, CENTRE.longitude + turn)) run.push(point);
      else if (run.length > 0) {
        const [from, to] = [at(run[0]!), at(run.at(-1)!)];
        const isDot = join(...from) === join(...to);
        runs.push(`M${join(...from)}${isDot ? "h0" : `A${join(...radiiOf(latitude))} 0 0 0 ${join(...to)}`}`);
        run = [];
      }
    }
  }
  return runs.join("");
}

/** The near half of a great circle through both poles: half an ellipse, from edge to edge. */
function meridian(longitude: number): string {
  const normal = seen(0, longitude + 90);
  const length = Math.hypot(normal[0], normal[1]);
  const edge: Vector = [-normal[1] / length, normal[0] / length, 0];
  // Standing on the normal and the edge: the point of the near half that is nearest to us.
  const nearest = [-normal[2] * edge[1], normal[2] * edge[0]];
  const turnsLeft = edge[0] * nearest[1]! - edge[1] * nearest[0]! > 0;
  const tilt = rounded((Math.atan2(-edge[1], edge[0]) * 180) / Math.PI);
  const radii = [RADIUS, rounded(Math.abs(normal[2]) * RADIUS)];
  return `M${join(...at(edge))}A${join(...radii, tilt)} 0 ${turnsLeft ? 0 : 1} ${join(...at(scale(edge, -1)))}`;
}

/** What is on the near side of a parallel, from edge to edge. */
function parallel(latitude: number): string {
  const turn = (Math.acos(-Math.tan(radians(latitude)) * Math.tan(radians(CENTRE.latitude))) * 180) / Math.PI;
  const [from, to] = [-turn, turn].map((side) => at(seen(latitude, CENTRE.longitude + side)));
  return `M${join(...from!)}A${join(...radiiOf(latitude))} 0 ${turn > 90 ? 1 : 0} 0 ${join(...to!)}`;
}

/** A great circle from Noida that lifts off on its way; one to the far side ends where it goes over the edge. */
function line(city: Place): string {
  const [from, to] = [seen(noida.latitude, noida.longitude), seen(city.latitude, city.longitude)];
  const angle = Math.acos(dot(from, to));
  const point = (t: number): Vector => {
    const onGround = add(
      scale(from, Math.sin((1 - t) * angle) / Math.sin(angle)),
      scale(to, Math.sin(t * angle) / Math.sin(angle)),
    );
    return scale(onGround, 1 + ((LIFT * angle) / Math.PI) * Math.sin(Math.PI * t));
  };
  let end = 0;
  while (end < 1 && (point(end)[2] > 0 || Math.hypot(point(end)[0], point(end)[1]) > 1)) end += 1 / 512;
  end = Math.min(end, 1);
  // A cubic with the line's own ends and directions.
  const step = 1e-4;
  const along = (t: number) => scale(add(point(t + step), scale(point(t - step), -1)), end / (6 * step));
  const points = [add(point(0), along(0)), add(point(end), scale(along(end), -1)), point(end)];
  return `M${join(...at(point(0)))}C${join(...points.flatMap(at))}`;
}

/** A city's name and where it stands: below its dot. */
function name(city: string, { latitude, longitude }: Place) {
  const [x, y] = at(seen(latitude, longitude));
  return { name: city, x, y: y + 13 };
}

/** The globe's paths, in units about its middle, where its radius is 100. */
export function globe() {
  const near = globeCities.map(({ latitude, longitude }) => seen(latitude, longitude)).filter((point) => point[2] > 0);
  return {
    grid:
      [15, 45, 75, 105, 135, 165].map((turn) => meridian(CENTRE.longitude + turn)).join("") +
      [60, 30, 0, -30, -60].map(parallel).join(""),
    land: land(),
    lines: globeCities.map(line).join(""),
    cities: near.map((point) => `M${join(...at(point))}h0`).join(""),
    noida: at(seen(noida.latitude, noida.longitude)),
    names: [name("Noida", noida), name("Singapore", singapore)],
  };
}
