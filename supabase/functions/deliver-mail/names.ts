/** Who writes. The site has the same name in app/content/company.ts; a test compares the two. */
export const SITE_NAME = "Kaushal Global Hiring";

const LONGEST_NAME = 200;

/**
 * A name as it may stand in a subject and in a text: one line, in the order it was written, and nothing that a mail program
 * would make a link of, since anybody can be invited under any name.
 */
export function named(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/:\/\//g, ": //")
    .replace(/([.@])(?=[\p{L}\p{N}])/gu, "$1\u200b")
    .trim();
  return [...line].slice(0, LONGEST_NAME).join("");
}
