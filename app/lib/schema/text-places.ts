import { optionalText } from "./fields";

/** What a text that the team answers with has places for. */
export const places = ["name", "title", "my name"] as const;

/** The first place in a text that nothing would be put into. */
function unknownPlace(text: string): string | undefined {
  const named = text.match(/\{[^{}\n]{1,40}\}/g) ?? [];
  return named.find((place) => !places.some((known) => place === `{${known}}`));
}

/** Is each place of a text filled in? */
export function hasKnownPlaces(text: string | null): boolean {
  return text === null || unknownPlace(text) === undefined;
}

/** What is wrong with the places of a text, and which there are. */
export function placesMistake(text: string): string {
  return `${unknownPlace(text)} is not one of the places we fill in: ${places.map((place) => `{${place}}`).join(", ")}`;
}

/** Words to somebody who is turned down: each place in them is one that is filled in. */
export function answerWords() {
  return optionalText("your words", 3_000).refine(hasKnownPlaces, {
    error: ({ input }) => placesMistake(String(input)),
  });
}
