import { keptFormats } from "./kept-formats";

/** A format of dates, kept. */
export const dateFormat = keptFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
