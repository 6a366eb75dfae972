import { applyingEn } from "./applying-en";

/** What the pages of applying say, in one language: every language has all of it. */
export type ApplyingTexts = typeof applyingEn;

const languages: Readonly<Record<string, ApplyingTexts>> = { en: applyingEn };

/** The texts in the language of a page; English for one that there are none in. */
export function applyingTexts(language: string): ApplyingTexts {
  return languages[language] ?? applyingEn;
}
