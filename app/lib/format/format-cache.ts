import { getOrMake } from "~/lib/bounded-map";

/** So many formats of a kind are kept: visitors name their languages themselves. */
const MOST = 100;

/** Keeps the formats that are made, since making one costs as much as a row of a table. */
export function cacheFormats<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options: Options): Format =>
    getOrMake(formats, JSON.stringify([locale, options]), MOST, () => make(locale, options));
}
