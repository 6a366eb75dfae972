import { phoneNumbersIn } from "~/lib/format/phone";
import { cleanText, firstCharacters, latinDigits } from "~/lib/format/text";
import { readAddress } from "./address";

/** What stands before or behind a number that was copied with it: what it is called, and the address of a link that rings it. */
const LABEL = new RegExp(
  [
    "(?:https?://)?(?:www\\.)?(?:wa\\.me/|api\\.whatsapp\\.com/send/?\\?phone=)",
    "(?<![a-z])(?:ph|phone|tel|telephone|call|callto|mob|mobile|cell|contact|whats ?app|sms|fax|no|nr|number)(?![a-z])[\\s.:)#-]*",
    "(?<![a-z])[cmptw]\\s?[.:]",
  ].join("|"),
  "gi",
);

/** Within a number some write a sign that else parts two ("98765/43210"): an Indian mobile is two halves of five digits. */
const HALVES = /(?<![0-9])([6-9][0-9]{4})[/,_](?=[0-9]{5}(?![0-9]))/g;

/** A number and nothing else, but for what of a label is left. */
const NUMBER_ALONE = /^[(\s]*(\+?[\s(]*[0-9][0-9\s().\u2010-\u2015-]{3,}[0-9])[\s().:;,-]*$/;

/** A name and an address in angle brackets, as mail programs copy them. */
const NAMED_ADDRESS = /^[^<>]*<[^<>\s]+@[^<>\s]+>[.,;]*$/;

/**
 * What is looked for, of what was typed or pasted: 200 characters. An address is as it is kept, without the name before it; a
 * number that stands alone is without what it is called, in plain digits.
 */
export function readSearch(typed: string): string {
  const text = firstCharacters(cleanText(typed), 200);
  if (NAMED_ADDRESS.test(text)) return readAddress(text);
  const joined = latinDigits(text).replace(HALVES, "$1 ");
  const number = NUMBER_ALONE.exec(joined.replace(LABEL, " "))?.[1];
  const isNumber = number !== undefined && phoneNumbersIn(number).length > 0;
  return isNumber ? number : text.replace(/[^\s"]+@[^\s"]+/g, readAddress);
}
