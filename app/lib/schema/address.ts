import { z } from "zod";

// E-mail addresses as people type, paste and read them. private.is_email of the database holds the same of what is stored.

/** An address as mail carries it: HTML's own rule for a field of addresses, with a dot within the domain. */
const ADDRESS = new RegExp(z.regexes.html5Email.source.replace(/\*\$$/, "+$"));

/** What shows nothing, or turns the text: none of an address, wherever it stands. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Nothing that is read as an address is longer, in characters; expressions look at no more. */
const LONGEST = 1_000;

/** Does a domain's last part have a letter? What has none is a number of the network, which no mail goes to. */
const NAMED = /[a-z][^.]*$/i;

/** A domain in the letters that the network knows, `xn--` before what others were; null for what is none. */
function domainToAscii(domain: string): string | null {
  // What would end the domain within a URL, or be read as an escape.
  if (/[\s/\\?#%:@[\]<>^|]/.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, "");
  } catch {
    return null;
  }
}

/**
 * An address as it is kept and compared, of what somebody has typed: "mailto:", angle brackets with the name before them,
 * what shows nothing and what a sentence leaves behind are taken off, a typographic apostrophe is a plain one, and a domain
 * is in the letters of the network. What is no address comes back as it can be read best, and as it is when it is too long.
 */
export function readAddress(typed: string): string {
  if (typed.length > LONGEST) return typed;
  const plain = typed
    .replace(UNSEEN, "")
    .trim()
    .replace(/^[^<>]*<([^<>]*)>[.,;]*$/, "$1")
    .replace(/^\s*mailto:([^?]*)(?:\?.*)?$/i, "$1")
    .replace(/[’‘ʼ′＇]/g, "'")
    .replace(/[＠﹫]/g, "@")
    .trim()
    .replace(/[.,;]+$/, "");
  const [, local, domain] = /^(.*)@(.*)$/s.exec(plain) ?? [];
  if (local === undefined || domain === undefined) return plain;
  return `${local}@${domainToAscii(domain) ?? domain}`;
}

/** What is wrong with an address, in words that help whoever typed it; null when nothing is. @param message says it of most */
export function addressMistake(address: string, message: string): string | null {
  if (ADDRESS.test(address) && NAMED.test(address)) return null;
  const [local = "", ...domains] = address.split("@");
  if (domains.length > 1) return "Enter one email address, with one @";
  const strange = /[^\x20-\x7e]/u.exec(local)?.[0];
  if (domains.length === 1 && strange !== undefined) {
    return `Enter an email address with plain letters before the @: “${strange}” can't be sent to from everywhere`;
  }
  if (domains.length === 1 && /\s/.test(address.trim())) return "Enter the email address without a space within";
  return message;
}

/** The letters of a domain's part that Punycode stands for (RFC 3492 §6.2); null where it is none. */
function decodeLabel(encoded: string): string | null {
  const split = encoded.lastIndexOf("-");
  const letters = [...encoded.slice(0, Math.max(split, 0))];
  let code = 128;
  let place = 0;
  let bias = 72;
  for (let at = split + 1; at < encoded.length;) {
    const before = place;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = Number.parseInt(encoded[at++] ?? "", 36);
      if (Number.isNaN(digit)) return null;
      // "a" to "z" are 0 to 25, "0" to "9" the next ten: in base 36 it is the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10;
      place += value * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (value < threshold) break;
      weight *= 36 - threshold;
    }
    let delta = Math.floor((place - before) / (before === 0 ? 700 : 2));
    const length = letters.length + 1;
    delta += Math.floor(delta / length);
    let steps = 0;
    for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
    bias = steps + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(place / length);
    if (code > 0x10ffff) return null;
    place %= length;
    letters.splice(place++, 0, String.fromCodePoint(code));
  }
  return letters.join("");
}

const SCRIPTS =
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Arabic Hebrew Thai Hangul".split(
    " ",
  );
/** Letters that pass for no others: one script's, and of Latin's what Europe's languages have, without the dotless i. */
const PLAIN_LABEL = new RegExp(
  `^(?:[a-z0-9\\u00df-\\u0130\\u0132-\\u017e-]+|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ーa-z0-9-]+|${SCRIPTS.map(
    (script) => `[\\p{Script=${script}}0-9-]+`,
  ).join("|")})$`,
  "u",
);

/**
 * An address as people read it: "info@xn--mnchen-3ya.example" is info@münchen.example. A domain whose letters could pass for
 * others, as Cyrillic's do for Latin's, stays as the network knows it.
 */
export function readableAddress(address: string): string {
  const [, local, domain] = /^(.*@)(.*xn--.*)$/i.exec(address) ?? [];
  if (local === undefined || domain === undefined) return address;
  const labels = domain
    .toLowerCase()
    .split(".")
    .map((label) => (label.startsWith("xn--") ? decodeLabel(label.slice(4)) : label));
  const readable = labels.join(".");
  const isPlain = labels.every((label) => label !== null && PLAIN_LABEL.test(label));
  return isPlain && domainToAscii(readable) === domain.toLowerCase() ? `${local}${readable}` : address;
}
