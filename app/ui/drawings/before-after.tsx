import type { Change } from "~/lib/drawing-names";
import { PEN } from "./pen";

const WIDTH = 96;
const HEIGHT = 32;

function Shapes({ change }: { change: Change }) {
  switch (change.kind) {
    case "shorter":
      return (
        <>
          <rect className="change-before" y="2" width={WIDTH} height="12" rx="1.5" />
          <rect className="mark" y="18" width={WIDTH * change.share} height="12" rx="1.5" />
        </>
      );
    case "less":
      return (
        <>
          <rect className="change-before" width="45" height={HEIGHT} rx="1.5" />
          <rect
            className="mark"
            x="51"
            y={HEIGHT * (1 - change.share)}
            width="45"
            height={HEIGHT * change.share}
            rx="1.5"
          />
        </>
      );
    case "growth": {
      const span = WIDTH / change.spans;
      const ticks = Array.from({ length: change.spans - 1 }, (_, i) => `M${(i + 1) * span} ${HEIGHT}v-3`);
      return (
        <>
          <path className="change-before" d={`M0 ${HEIGHT}h${WIDTH}V4z`} />
          <path d={`M0 ${HEIGHT} ${WIDTH - 4} 5${ticks.join("")}`} />
          <circle className="mark" cx={WIDTH - 4} cy="5" r="4.5" />
        </>
      );
    }
  }
}

/** A change as two bars or a slope, with its two ends as words beside or under it. */
export function BeforeAfter({ change }: { change: Change }) {
  return (
    <figure className={`change change-${change.kind}`}>
      <svg {...PEN} className="drawing" width="288" height="96" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Shapes change={change} />
      </svg>
      <figcaption>
        <span>{change.before}</span> <b>{change.after}</b>
      </figcaption>
    </figure>
  );
}
