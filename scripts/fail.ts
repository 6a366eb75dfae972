/** Ends the program, and says why. @param reason words for a person, or an error whose message they are */
export function fail(reason: unknown): never {
  console.error(reason instanceof Error ? reason.message : String(reason));
  process.exit(1);
}
