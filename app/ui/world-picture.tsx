/** An illustration: people on five continents, joined by lines. Drawn, so that it weighs next to nothing. */
export function WorldPicture() {
  return (
    <svg className="picture" viewBox="0 0 400 320" aria-hidden="true">
      <circle cx="200" cy="160" r="138" className="picture-globe" />
      <path
        d="M62 160h276M200 22c74 84 74 192 0 276M200 22c-74 84-74 192 0 276M84 90c70 34 162 34 232 0M84 230c70-34 162-34 232 0"
        className="picture-line"
      />
      <path d="M120 110 250 92 296 196 176 232zM120 110l56 122M250 92l-74 140" className="picture-link" />
      {[
        [120, 110],
        [250, 92],
        [296, 196],
        [176, 232],
        [208, 156],
      ].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="21" className="picture-dot" />
          <circle cy="-5" r="6" className="picture-person" />
          <path d="M-11 13a11 11 0 0 1 22 0z" className="picture-person" />
        </g>
      ))}
    </svg>
  );
}
