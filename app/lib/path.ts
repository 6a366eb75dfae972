/** A route's pattern as an address; React Router leaves out the first slash, except for the root. */
export function pathOf(pattern: string): string {
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}
