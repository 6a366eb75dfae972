/** How many people, in words. @param count how many */
export function peopleCount(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}

/** The same, as a sentence begins with them: "1 person has", "5 people have". */
export function peopleHave(count: number): string {
  return `${peopleCount(count)} ${count === 1 ? "has" : "have"}`;
}
