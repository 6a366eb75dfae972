/** So many formats are kept: visitors name their languages themselves. */
const MOST = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of dates. It is kept, since making one costs as much as a row of a table. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(key, format);
  return format;
}
