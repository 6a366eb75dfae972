/** The mark: a globe drawn with two meridians. Its colour is that of the text around it. */
export function Logo() {
  return (
    <svg
      width="32"
      height="32"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="13" />
      <path d="M3 16h26M16 3c8 8 8 18 0 26M16 3c-8 8-8 18 0 26" />
    </svg>
  );
}
