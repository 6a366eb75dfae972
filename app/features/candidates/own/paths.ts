import { candidatePath } from "~/content/navigation";

/** The own page of a candidate. */
export const ownPath = candidatePath;

/** What has been done where nothing of a candidate is left to show it on. */
export type Said = "asked" | "not-me" | "erased" | "closed";

/** The page without anybody's own, which says what has been done: also where no cookie is kept. */
export function saidPath(said: Said): string {
  return `${candidatePath}?said=${said}`;
}
