/** Something that has happened: in a subject, above the text, in a sentence about it, and in a line of a list. */
export type Happening = { subject: string; heading: string; sentence: string; short: string };

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** With a great letter, as a sentence or a subject begins. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many messages, in words. */
export function counted(messages: number): string {
  return messages === 1 ? "a message" : `${messages} messages`;
}
