const INLINE = /<\/?(?:a|abbr|b|bdi|br|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u)\b[^>]*>/g;
const BLOCK = /<[^>]+>/g;
const UNSEEN = /<!--[\s\S]*?-->|<(script|style|nav|svg|template)\b[\s\S]*?<\/\1>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A button says what it does, and is no part of a sentence. */
const BUTTON = /<a\b[^>]*class="btn[^>]*>([\s\S]*?)<\/a>/g;

/** What a page says in its main part, one line for each block: no script, no navigation, no drawing. */
function mainLines(html: string): string[] {
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  return main
    .replace(UNSEEN, "\n")
    .replace(BUTTON, "\n$1\n")
    .replace(INLINE, "")
    .replace(BLOCK, "\n")
    .replace(/&([\w#]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The words of a text, in small letters: "10,000+" and "24/7" are one each, a dash or an ampersand is none. */
function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
}

/** The words of a page's main part, what opens and folds included. */
export function mainWords(html: string): string[] {
  return mainLines(html).flatMap(words);
}

/**
 * The sentences of a page's main part, of at least so many words, without their punctuation. A heading, a point of a list
 * or a cell is one, with or without a full stop.
 */
export function mainSentences(html: string, leastWords: number): string[] {
  return mainLines(html)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => words(segment)))
    .filter((sentence) => sentence.length >= leastWords)
    .map((sentence) => sentence.join(" "));
}
