import { latinDigits } from "./text";

// The telephone numbers in what people type. private.phone_numbers_in of the database is the same rule, by the same
// expressions, and a test compares the two.

/** What is said beside a number, and is none of it: an extension, and hours ("9am", "9:30", "9 to 6", "10-18", "24x7"). */
const ASIDES = new RegExp(
  [
    "(?<![a-z])(?:ext(?:ensio)?n?|x|#)[.: ]{0,3}[0-9]{1,6}(?![0-9])",
    "(?<![0-9])(?:(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\\u2010-\\u2015] ?)?(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[ap]\\.?m(?![a-z])",
    "(?<![0-9])[0-9]{1,2}(?= to [0-9]{1,2}(?![0-9]))",
    "(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])",
    "(?<= )(?:[6-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\\u2010-\\u2015] ?(?:[1-9]|1[0-9]|2[0-4])(?:[.:][0-9]{2})?(?![0-9]|[ .-][0-9])",
    "(?<![0-9])24 ?[x/*] ?7(?![0-9])",
  ].join("|"),
  "gi",
);

/** An Indian number as it is written within India; two of them have more digits than any number has. */
const INDIAN = "(?:(?:91[ -]?)?[6-9][0-9]{4}[ -]?[0-9]{5}|0[1-9][0-9]{1,3}[ -]?[0-9]{6,8})";

/** Behind an area some write a slash ("030/1234567"), which else parts two numbers. */
const AREA = /(?<![0-9/])(0[1-9][0-9]{1,3})\/(?=[0-9]{5})/g;

/** The blank between two of them. */
const BETWEEN = new RegExp(`(?<![0-9])(${INDIAN}) (?= {0,2}${INDIAN}(?![0-9]))`, "g");

/** Digits with what may stand between them: slashes, commas, words and line ends part numbers. No bracket opens behind the seventh. */
const RUN = new RegExp(
  "\\(?\\+?\\(?(?:[0-9][ \\u00a0\\u2010-\\u2015().-]{0,3}){6}[0-9](?:[ \\u00a0\\u2010-\\u2015.)-]{0,3}[0-9])*",
  "g",
);

/** A number with its country's code: behind a plus or 00, or before a "(0)", which whoever rings from abroad leaves out. */
const ABROAD = /^\(?\+|^\(?00|^\(?[1-9][0-9]{0,2}\)?[ -]?\(0\)/;

/** Countries whose numbers begin with no 0 from abroad; some write one all the same ("+91 0120 ..."). In Italy it stays. */
const CODE_AND_ZERO = /^\+(2[07]|3[1236]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|880|9[67][0-9])0+/;

/** What is dialled of a run of digits: a plus and the country's code, or the number as it is within the country. */
function dialledOf(run: string): string {
  const isAbroad = ABROAD.test(run);
  const digits = (isAbroad ? run.replace(/\( ?0 ?\)/, "") : run).replace(/[^0-9]/g, "");
  // No country's code begins with 0: "+0120 ..." has none.
  if (!isAbroad || /^0[1-9]/.test(digits)) return digits;
  return `+${digits.replace(/^0+/, "")}`.replace(CODE_AND_ZERO, "+$1");
}

/** A number as it was written, the place in the text where it begins, and what is dialled. */
type PhoneNumber = { written: string; at: number; dialled: string };

/**
 * The telephone numbers in a text, in their order: 7 to 15 digits (E.164), in whatever script. Extensions are not dialled:
 * telephones disagree on how (RFC 3966's `;ext=` is read as a pause by some, and as digits by others).
 */
export function phoneNumbersIn(text: string): PhoneNumber[] {
  const plain = latinDigits(text)
    .replace(AREA, "$1-")
    .replace(BETWEEN, "$1,")
    .replace(ASIDES, (aside) => "x".repeat(aside.length));
  return [...plain.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const dialled = dialledOf(run);
    const { length } = dialled.replace(/^[+0]+/, "");
    if (length < 7 || length > 15) return [];
    // A bracket that ends behind the number begins before it.
    const at = run.startsWith("(") && !run.includes(")") ? index + 1 : index;
    return [{ written: text.slice(at, index + run.length), at, dialled }];
  });
}

/** A text in pieces: each number in it with what is dialled, and the words between, with nothing to dial. */
export function phoneParts(text: string): { words: string; dialled?: string }[] {
  const parts: { words: string; dialled?: string }[] = [];
  let end = 0;
  for (const { written, at, dialled } of phoneNumbersIn(text)) {
    if (at > end) parts.push({ words: text.slice(end, at) });
    parts.push({ words: written, dialled });
    end = at + written.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/** An Indian mobile number, as it is written within India: ten digits, after a 0 or the country's code or neither. */
const INDIAN_MOBILE = /^(?:0|91)?([6-9][0-9]{9})$/;

/**
 * What is dialled from anywhere, without the plus: "9810112345" is "919810112345". A number of any other country needs its
 * code. private.world_number of the database is the same rule.
 *
 * @param dialled as `phoneNumbersIn` has it
 * @returns nothing for a number whose country nobody can tell
 */
export function worldNumber(dialled: string): string | undefined {
  if (dialled.startsWith("+")) return dialled.slice(1);
  const mobile = INDIAN_MOBILE.exec(dialled)?.[1];
  return mobile && `91${mobile}`;
}

/** Opens WhatsApp to write to a number, with words to send already there. @param number as `worldNumber` has it */
export function whatsAppHref(number: string, words?: string): string {
  return `https://wa.me/${number}${words === undefined ? "" : `?text=${encodeURIComponent(words)}`}`;
}

/** Opens a text message to a number in the same way. */
export function smsHref(number: string, words?: string): string {
  return `sms:+${number}${words === undefined ? "" : `?body=${encodeURIComponent(words)}`}`;
}
