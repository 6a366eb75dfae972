import { cacheFormats } from "./format-cache";

/** A format of numbers, kept. */
const numberFormat = cacheFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** A number as the reader writes it: 12,00,000 in India, 1.200.000 in Germany. */
export function numberWords(value: number, locale: string): string {
  return numberFormat(locale, {}).format(value);
}

/**
 * An amount with its currency as the reader writes it, cents only where there are some. Rupees come in lakhs and crores to
 * whoever reads English. @param currency by ISO 4217
 */
export function moneyWords(value: number, currency: string, locale: string): string {
  const reader = currency === "INR" && /^en\b/.test(locale) ? "en-IN" : locale;
  return numberFormat(reader, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }).format(value);
}
