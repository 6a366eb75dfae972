/** Where most people have their mail, and where others do whose domains look like a slip of one of these. */
const COMMON = [
  "gmail.com",
  "yahoo.com",
  "yahoo.co.in",
  "yahoo.in",
  "hotmail.com",
  "outlook.com",
  "rediffmail.com",
  "icloud.com",
];
const REAL = new Set([...COMMON, "ymail.com", "mail.com", "email.com", "gmx.com", "live.com", "me.com", "yahoo.co"]);

/** Does one slip make a word of another: a letter left out, one too many, another one, or two exchanged? */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - start;
  while (end < most && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [left, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  const isExchanged = left.length === 2 && left === [...right].toReversed().join("");
  return isExchanged || Math.max(left.length, right.length) === 1;
}

/** The address that was meant, where one looks like a slip of a common one: "asha@gmail.con". It is a question, never a refusal. */
export function meantAddress(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || REAL.has(domain)) return undefined;
  const meant = COMMON.find((common) => isOneSlip(domain, common));
  return meant && `${address.slice(0, at + 1)}${meant}`;
}
