const SHAPES = {
  arc: "M4 24a12 12 0 0 1 24 0M10 24a6 6 0 0 1 12 0",
  hexagon: "M16 4l10 6v12l-10 6-10-6V10zM16 12v8",
  peak: "M3 26 13 8l6 10 3-5 7 13z",
} as const;

/** The mark of a company, beside who speaks for it. */
export function PartnerLogo({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <svg className="icon" viewBox="0 0 32 32" aria-hidden="true">
      <path d={SHAPES[shape]} />
    </svg>
  );
}
