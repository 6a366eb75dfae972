/** A route's pattern as an address; React Router leaves out the first slash, except for the root. */
export function pathOf(pattern: string): string {
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}

/** An address with a search; what of that is not asked for stays out of it. */
export function pathWith(path: string, search: Record<string, string | undefined>): string {
  const asked = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(asked).toString();
  return query === "" ? path : `${path}?${query}`;
}
