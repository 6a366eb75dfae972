import { regionsPaths as paths } from "./regions-paths";
import { PEN } from "./pen";

/**
 * The world with cities of the four regions and the lines that join them to Noida.
 *
 * @param label what it shows, for those who hear the page
 */
export function RegionsMap({ label }: { label: string }) {
  return (
    <svg {...PEN} className="regions-map" width="640" viewBox={paths.viewBox} role="img" aria-label={label}>
      <path d={paths.land} className="regions-land" />
      <path d={paths.lines} />
      <path d={paths.cities} className="regions-rim" />
      <path d={paths.cities} className="regions-cities" />
      <circle cx={paths.noida[0]} cy={paths.noida[1]} r="1.3" className="mark" />
    </svg>
  );
}
