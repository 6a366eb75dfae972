import { cacheFormats } from "./format-cache";

/** A format of dates, kept. */
export const dateFormat = cacheFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
