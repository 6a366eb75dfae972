/** So many of something: "1 day", "3 days". @param several what more of them are called, where no "s" says it */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** How many a search has found, as far as its first page tells. @param next where the next page starts; null on the last */
export function foundCount(shown: number, next: string | null): string {
  return `${next === null ? "" : "The first "}${shown} found`;
}

/** How many people, in words. @param count how many */
export function peopleCount(count: number): string {
  return counted(count, "person", "people");
}

/** The same, as a sentence begins with them: "1 person has", "5 people have". */
export function peopleHave(count: number): string {
  return `${peopleCount(count)} ${count === 1 ? "has" : "have"}`;
}
