import { candidatePath } from "~/content/navigation";

/** The own page of a candidate. */
export const ownPath = candidatePath;

/** The page of a mail's link. */
export function linkPath(token: string): string {
  return `${candidatePath}/${token}`;
}

/** Where the code is entered that was mailed to where the link went. */
export function codePath(token: string): string {
  return `${linkPath(token)}/code`;
}

/** Where it is asked once whether somebody else has the address. */
export function notMePath(token: string): string {
  return `${linkPath(token)}/not-me`;
}

/** What has been done where nothing of a candidate is left to show it on. */
export type Said = "asked" | "not-me" | "not-my-number" | "me-again" | "erased" | "closed";

/** The page without anybody's own, which says what has been done: also where no cookie is kept. */
export function saidPath(said: Said): string {
  return `${candidatePath}?said=${said}`;
}
