/** What of an advert can be changed once it is public, as its company reads it: a mail says the same. */
const WORDS: Readonly<Record<string, string>> = {
  work: "kind of work",
  is_remote: "work from home",
  min_experience: "minimum experience",
  max_experience: "maximum experience",
  body: "text",
  min_pay: "pay from",
  max_pay: "pay up to",
  pay_currency: "currency",
  pay_unit: "time that the pay is for",
  tells_pay: "telling of the pay",
  closes_on: "last day",
};

/** What a field was and is, where that is told. */
function valueWords(change: unknown): string {
  if (!Array.isArray(change)) return "";
  const [was, is] = change.map((value: unknown) =>
    typeof value === "number" ? value.toLocaleString("en-IN") : typeof value === "string" ? value : "none",
  );
  return ` (${is} instead of ${was})`;
}

/**
 * Which fields of an advert were changed, in words: "place, skills and text".
 *
 * @param changes of some, what they were and are
 */
export function advertChangeWords(fields: readonly string[], changes: Readonly<Record<string, unknown>> = {}): string {
  const words = fields
    .map((field) => `${WORDS[field] ?? field.replaceAll("_", " ")}${valueWords(changes[field])}`)
    .sort();
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
