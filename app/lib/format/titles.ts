import { SITE_NAME } from "~/lib/config/agency";
import { firstCharacters, isolated, isWithin, titleText } from "./text";

/** So many are named, and so much of each: a notice is short. */
const MOST_NAMED = 3;
const LONGEST_NAME = 40;

/** The beginning of somebody's title, within a sentence of ours. */
export function shortTitle(title: string): string {
  return isolated(isWithin(title, LONGEST_NAME) ? title : `${firstCharacters(title, LONGEST_NAME)}…`);
}

/** The first of some titles, and how many more there are; "" for none. @param count of how many these are the first */
export function listTitles(titles: readonly string[], count = titles.length): string {
  const named = titles.slice(0, MOST_NAMED);
  const more = count - named.length;
  return named.length === 0 ? "" : `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A page's title as the browser shows it; words that somebody has typed stand in it in the order they were written. */
export function titled(title: string): string {
  return `${titleText(title)} | ${SITE_NAME}`;
}
