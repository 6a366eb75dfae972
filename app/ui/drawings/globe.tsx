import { globePaths as paths } from "./globe-paths";
import { PEN } from "./pen";

/**
 * The globe with the lines that start in Noida, for a pine ground. It ends south of Australia: set it on the upper edge
 * of what follows, and it stands half behind that.
 */
export function Globe() {
  return (
    <svg {...PEN} className="globe" width="416" height="376" viewBox="-104 -122 208 188" aria-hidden="true">
      <circle r="100" />
      <path d={paths.grid} className="globe-grid" />
      <path d={paths.land} className="globe-land" />
      <path d={paths.lines} className="globe-lines" />
      <path d={paths.cities} className="globe-cities" />
      <circle cx={paths.noida[0]} cy={paths.noida[1]} r="4.5" className="mark" />
      {paths.names.map(({ name, x, y }) => (
        <text key={name} x={x} y={y}>
          {name}
        </text>
      ))}
    </svg>
  );
}
