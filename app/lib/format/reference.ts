/** Neither vowels, which make words, nor what is not told from another when it is spelt. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * What something that was sent is called, on its page, in its mail and by its sender on the telephone. Made of the form's
 * id as the database makes it (`private.reference_of`): letters and digits by turns, so that no id spells a word or a number.
 */
export function referenceOf(formId: string): string {
  const bytes = [0, 2, 4, 6].map((start) => parseInt(formId.slice(start, start + 2), 16));
  return bytes.map((byte) => `${LETTERS[byte % 20] ?? ""}${Math.floor(byte / 20) % 10}`).join("");
}
