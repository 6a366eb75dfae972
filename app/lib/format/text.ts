/**
 * Characters that show nothing: white space, controls, what Unicode calls default-ignorable (with the Hangul fillers),
 * and the empty Braille pattern. The database has the same ones, as private.invisible(), and a test compares the two.
 */
const INVISIBLE =
  "\\u{0}-\\u{20}\\u{7f}-\\u{a0}\\u{ad}\\u{34f}\\u{61c}\\u{115f}\\u{1160}\\u{1680}\\u{17b4}\\u{17b5}\\u{180b}-\\u{180f}" +
  "\\u{2000}-\\u{200f}\\u{2028}-\\u{202f}\\u{205f}-\\u{206f}\\u{2800}\\u{3000}\\u{3164}\\u{fe00}-\\u{fe0f}\\u{feff}" +
  "\\u{ffa0}\\u{fff0}-\\u{fffb}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

/** Of those, what shapes the letter before: joiners, variation selectors, the tags of a flag. */
const SHAPING = "\\p{Join_Control}\\p{Variation_Selector}\\u{e0020}-\\u{e007f}";

/** From the first character that shows to the last. No part is tried twice: a long run of spaces costs no more. */
// oxlint-disable-next-line no-misleading-character-class -- each of them stands for itself
const FILLED = new RegExp(`[^${INVISIBLE}](?:.*[^${INVISIBLE}])?[${SHAPING}]*`, "su");

const LINE_ENDS = /\r\n?|\u0085/g;
// oxlint-disable-next-line no-control-regex -- control characters are the very thing looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Half a character, which no database takes. */
const LONE_SURROGATES = /\p{Cs}/gu;

/**
 * Normalises what a person typed: line ends as `\n`, no control characters, nothing invisible around it. What shows
 * nothing at all comes back as "".
 */
export function cleanText(value: string): string {
  const text = value.replace(LINE_ENDS, "\n").replace(CONTROL_CHARACTERS, "").replace(LONE_SURROGATES, "\ufffd");
  return FILLED.exec(text)?.[0] ?? "";
}

/** Has a text at most so many characters? Counted as Postgres does: one for each code point, not for each half. */
export function isWithin(value: string, limit: number): boolean {
  return value.length <= limit || (value.length <= 2 * limit && [...value].length <= limit);
}

/** A text's first characters, at most so many, counted as the database does: none is cut in half. */
export function firstCharacters(text: string, most: number): string {
  // Those of twice as many halves are enough.
  return isWithin(text, most) ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
}

/** Are these one e-mail address? The authentication service knows addresses without regard to case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The first letter of each part of a name: after a space, a hyphen or a dot, and after "d'" and its like. */
const NAME_STARTS = /(?<=^|[\s.-]|(?<!\p{L})\p{L}['’])\p{Ll}/gu;

/** A name that was typed without one capital letter, with them; any other as it is. */
export function capitalizedName(name: string): string {
  return name === name.toLowerCase() ? name.replace(NAME_STARTS, (letter) => letter.toUpperCase()) : name;
}

/** A text on one line. */
export function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** What turns the direction of the text behind it: overrides, embeddings, isolates, and their ends. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Words that run from left to right, as ours do. */
const STRAIGHT = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Somebody's words within a sentence of ours, which they do not turn round; where there are elements, `<bdi>` does that. */
export function isolated(words: string): string {
  const untwisted = words.replace(TURNING, "");
  return STRAIGHT.test(untwisted) ? untwisted : `\u2068${untwisted}\u2069`;
}

/**
 * What a title must not hold: whatever turns or breaks a line, and what shows nothing. A tab, a bookmark and the history
 * show a title as plain text, where no element and no isolate keeps the words apart from those beside them. Joiners,
 * variation selectors and the tags of a flag stay: they shape the letter before.
 */
const NOT_IN_TITLES = new RegExp(
  `[\\p{Bidi_Control}\\p{Cc}\\p{Zl}\\p{Zp}]|(?![${SHAPING}])\\p{Default_Ignorable_Code_Point}`,
  "gu",
);

/** Words as a page's title has them: on one line, in the order they were written, with nothing in them that can't be seen. */
export function titleText(words: string): string {
  return oneLine(words.replace(/[\t-\r\u0085\u2028\u2029]/g, " ").replace(NOT_IN_TITLES, ""));
}

/** A name of ours as people read it: `in_progress` is "in progress" (§2). */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** Cuts a message of unknown origin to one line of at most 200 characters, so that it fits a notification. */
export function clampMessage(value: string): string {
  const line = oneLine(cleanText(value));
  return isWithin(line, 200) ? line : `${firstCharacters(line, 199)}…`;
}

/** The digits that people type, by the script of their keyboard: those of "hanidec" and the like are words. */
const SCRIPTS = "deva beng guru gujr orya tamldec telu knda mlym arab arabext fullwide".split(" ");

/** Each of them as 0 to 9. */
function readDigits(): Map<string, string> {
  return new Map(
    SCRIPTS.flatMap((numberingSystem) => {
      const numbers = new Intl.NumberFormat("en", { numberingSystem });
      return Array.from({ length: 10 }, (_, digit) => [numbers.format(digit), String(digit)] as const);
    }),
  );
}

/** Made when somebody first types such a digit, and not while a page is still opening. */
let digits: Map<string, string> | undefined;

/** A number as the schemas read it: "१२" typed on a Devanagari keyboard is 12. */
export function latinDigits(value: string): string {
  return value.replace(/(?![0-9])\p{Nd}/gu, (digit) => (digits ??= readDigits()).get(digit) ?? digit);
}
