import { en } from "./en";

/** What pages about jobs say, in one language: every language has all of it. */
export type JobTexts = typeof en;

/** By the code of their language; English for one that there are no texts in. */
const languages: Readonly<Record<string, JobTexts>> = { en };

/** The texts in the language of a page. */
export function jobTexts(language: string): JobTexts {
  return languages[language] ?? en;
}
