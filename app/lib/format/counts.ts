/** How many people, in words. @param count how many */
export function peopleCount(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}
