/** Who writes. The site has the same name in app/content/company.ts; a test compares the two. */
export const SITE_NAME = "Kaushal Global Hiring";

/** Where people write to us. The site has the same in app/content/company.ts; the same test compares them. */
export const SITE_EMAIL = "hello@kaushal-global-hiring.example";

const LONGEST_NAME = 60;
const LONGEST_TITLE = 120;

/** Controls, line ends, and what changes the direction of a text or is not seen; joiners stay, which Indic scripts need. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u{fff9}-\u{fffb}]/u;
const UNSEEN_RUN = new RegExp(`(?:(?![\\u200c\\u200d])${UNSEEN.source})+`, "gu");
/** Digits of every script; those that Han writes as letters are some as well. */
const DIGIT = /[\p{N}一二三四五六七八九零壹弌贰貳弐叁參叄参肆伍陆陸柒捌玖两兩]/u;
/** Letters that look like dashes or lines, and raised ones: they part digits, and no words. */
const DASH_LETTER = /[\p{Lm}\u{1c0}-\u{1c3}\u{1160}-\u{11ff}\u{3163}\u{a7f7}]/u;
/** A letter by itself between digits, written together with both or apart from both. */
const LONE_LETTER = /(?<=9)a(?=9)|(?<=9 +)a(?= +9)/g;
/** What is read as a digit among digits: of Latin, Greek and Cyrillic. */
const LOOK_ALIKE = /[OoIl|SsBZzƷʒƐɛΟοΙΒΖОоІӀӏЅѕВЗзӠӡЧчб]/u;
/** How few signs are a phone number, and how many of them are digits at the least. */
const NUMBER_LENGTH = 5;
const FEWEST_DIGITS = 2;
/** Words of nothing but look-alikes, which stand beside a year or a norm: "Boss 2000", "ISO 9001", "Cook II 2026". */
const WORD = /^(?=.{2,4}$)(?=.*[SsBZz])(?:[A-Z]?[a-z]+|[A-Z]{2,3})$|^I{1,3}$|^ООО$/u;
/** What a link is made of: the dots of every script, which some programs take for the one of addresses, and `@`, `:`, `/`. */
const LINK_SIGN = /([.@:/\\\u0589\u06d4\u0701\u0702\u3002\ua4f8\ua60e\u{10a50}])(?=\S)/gu;

/**
 * A text's signs, one character for each: 9 a digit, o what looks like one, a another letter, a space whatever else, also a
 * letter that does no more than part digits. One of Han is a word.
 */
function shapeOf(signs: string[]): string {
  const shape = signs.map((sign) => {
    if (DIGIT.test(sign)) return "9";
    if (LOOK_ALIKE.test(sign)) return "o";
    return /\p{L}/u.test(sign) && !DASH_LETTER.test(sign) ? "a" : " ";
  });
  signs.forEach((sign, place) => {
    // A line that stands alone parts what is beside it.
    const alone = (shape[place - 1] ?? " ") === " " && (shape[place + 1] ?? " ") === " ";
    if (sign === "|" && alone) shape[place] = " ";
  });
  // What is written together with other letters is a letter.
  return shape
    .join("")
    .replace(LONE_LETTER, (letter, start: number) => (/\p{Script=Han}/u.test(signs[start]!) ? letter : " "))
    .replace(/o+/g, (run, start: number, all: string) =>
      all[start - 1] === "a" || all[start + run.length] === "a" ? "a".repeat(run.length) : run,
    );
}

/** Leaves out what is read as a number of five or more digits, whatever stands between them that is no word. */
function withoutNumbers(text: string): string {
  const signs = [...text];
  const isWord = (start: number, end: number) => WORD.test(signs.slice(start, end).join("").trim());
  let left = "";
  let done = 0;
  for (const { 0: run, index: start } of shapeOf(signs).matchAll(/[9o](?:[9o ]*[9o])?/g)) {
    const digits = run.split("9").length - 1;
    if (digits < FEWEST_DIGITS || run.replaceAll(" ", "").length < NUMBER_LENGTH) continue;
    const end = start + run.length;
    const first = start + run.indexOf("9");
    const last = start + run.lastIndexOf("9") + 1;
    const core = run.slice(first - start, last - start).replaceAll(" ", "");
    const before = isWord(start, first);
    const after = isWord(last, end);
    // One word beside a few digits is a word; on both sides, or with look-alikes among the digits, it is a way to write more.
    const isOne = (before && last === end) || (after && first === start);
    if (isOne && core.length < NUMBER_LENGTH && !core.includes("o")) continue;
    const isLong = core.length >= NUMBER_LENGTH;
    const from = isLong && before && run[first - start - 1] === " " ? first : start;
    const to = isLong && after && run[last - start] === " " ? last : end;
    left += `${signs.slice(done, from).join("")}…`;
    done = to;
  }
  return left + signs.slice(done).join("");
}

function clean(text: string, longest: number): string {
  // First the one form of each sign: fullwidth and raised dots, digits in circles, and ligatures are plain ones then.
  const line = withoutNumbers(text.normalize("NFKC").replace(UNSEEN_RUN, " ")).replace(/\s+/g, " ").trim();
  const letters = [...line];
  const beginning = letters.slice(0, longest - 1).join("");
  const short = letters.length > longest ? `${beginning.trimEnd()}…` : line;
  return short.replace(LINK_SIGN, "$1\u200b");
}

/**
 * A person's or a company's name as it may stand in a mail, since anybody can be invited under any: one line of at most 60
 * characters, in the order it was written, with no phone number, and nothing that a mail program would make a link of.
 */
export function named(name: string): string {
  return clean(name, LONGEST_NAME);
}

/** A requirement's title, in the same way; at most 120 characters. */
export function titled(title: string): string {
  return clean(title, LONGEST_TITLE);
}

/** So much of what somebody has sent is quoted. */
const MOST_LINES = 40;
const LONGEST_LINE = 500;

/** What somebody has sent, line by line, as it may stand in a mail to an address that they only say is theirs. */
export function quoted(text: string): string[] {
  const lines = text.trim().split("\n");
  const shown = lines.slice(0, MOST_LINES).map((line) => clean(line, LONGEST_LINE));
  return lines.length > MOST_LINES ? [...shown, "…"] : shown;
}
