const SHAPES = {
  arc: "M4 24a12 12 0 0 1 24 0M10 24a6 6 0 0 1 12 0",
  bars: "M6 26V14M13 26V6M20 26V10M27 26V18",
  hexagon: "M16 4l10 6v12l-10 6-10-6V10zM16 12v8",
  peak: "M3 26 13 8l6 10 3-5 7 13z",
  ring: "M16 5a11 11 0 1 0 11 11M16 11a5 5 0 1 0 5 5",
  wave: "M3 12c5-6 8 6 13 0s8 6 13 0M3 21c5-6 8 6 13 0s8 6 13 0",
} as const;

/** The mark of a partner: a shape beside its name. */
export function PartnerLogo({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <svg className="icon" viewBox="0 0 32 32" aria-hidden="true">
      <path d={SHAPES[shape]} />
    </svg>
  );
}
