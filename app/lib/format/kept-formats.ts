/** So many formats of a kind are kept: visitors name their languages themselves. */
const MOST = 100;

/** Keeps the formats that it makes, since making one costs as much as a row of a table. */
export function keptFormats<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options]);
    const known = formats.get(key);
    if (known) return known;
    const format = make(locale, options);
    if (formats.size >= MOST) formats.clear();
    formats.set(key, format);
    return format;
  };
}
