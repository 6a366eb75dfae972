import { PEN } from "./pen";

/** What takes so many days: `days` as the specification writes it, "1-2". */
export type Span = { label: string; days: string };

/** Days that stand on the scale: the slowest check ends at the last one. */
function lastDay(spans: readonly Span[]): number {
  return Math.max(...spans.map(({ days }) => Number(days.split("-").at(-1))));
}

/**
 * How long each of several things takes, on one scale of days that starts for all of them at once: a line while one
 * waits, and a bar where the answer comes.
 *
 * @param unit what a day is, said with each span and with the scale
 */
export function Turnaround({ spans, unit }: { spans: readonly Span[]; unit: string }) {
  const last = lastDay(spans);
  const at = (day: number | string) => `${(Number(day) / last) * 100}%`;
  const scale = Array.from({ length: last + 1 }, (_, day) => day);
  return (
    <figure className="turnaround">
      <ul>
        {spans.map(({ label, days }) => {
          const [first = "0", end = first] = days.split("-");
          return (
            <li key={label}>
              <b>{label}</b>{" "}
              <span>
                {days} {unit}
              </span>
              <svg {...PEN} className="drawing" width="100%" height="16" aria-hidden="true">
                <line x1="0" x2={at(first)} y1="50%" y2="50%" />
                <line className="turnaround-span" x1={at(first)} x2={at(end)} y1="50%" y2="50%" />
              </svg>
            </li>
          );
        })}
      </ul>
      <svg {...PEN} className="drawing turnaround-scale" width="100%" height="28" aria-hidden="true">
        <line x1="0" x2="100%" y1="1" y2="1" />
        {scale.map((day) => (
          <line key={day} x1={at(day)} x2={at(day)} y1="1" y2="6" />
        ))}
        {scale.map((day) => (
          <text key={day} x={at(day)} y="22">
            {`${day} `}
          </text>
        ))}
      </svg>
    </figure>
  );
}
