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

/** Which fields of an advert were changed, in words: "place, skills and text". */
export function advertChangeWords(fields: readonly string[]): string {
  const words = fields.map((field) => WORDS[field] ?? field.replaceAll("_", " ")).sort();
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
