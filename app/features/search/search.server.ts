import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Database } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { parseResult, queryAsUser } from "~/lib/backend/calls.server";

/** Somebody of a company, as a search finds them; what is not known of them is null, though the types don't say so. */
type Row = Database["public"]["Functions"]["find_members"]["Returns"][number];
export type FoundMember = Omit<Row, "full_name" | "phone"> & { full_name: string | null; phone: string | null };

/** People of companies, by their names, numbers or addresses: a few. */
export function findMembers(context: Context, words: string): Promise<Result<FoundMember[]>> {
  return queryAsUser(context, (person) => person.rpc("find_members", { words }));
}

/** A search with what is meant by those of its words that nobody has used. */
const mendedSchema = z.object({
  words: z.string(),
  changes: z.array(z.object({ typed: z.string(), meant: z.string() })),
});
type Mended = z.output<typeof mendedSchema>;
export type MendedSearch = Mended & {
  /** Is what it finds shown at once? Else it is offered. */
  isShown: boolean;
};

/** So long is a word that is seldom another one with a letter changed: "Sean" is a name, and "lean" another matter. */
const SURE_LENGTH = 6;

/** Is what was meant beyond doubt? Who misspells a long word has its first letter right. */
function isSure({ changes }: Mended): boolean {
  return changes.every(({ typed, meant }) => typed.length >= SURE_LENGTH && typed[0] === meant[0]);
}

/** What may be meant by a search that has found nothing. */
function mendSearch(context: Context, words: string): Promise<Result<Mended>> {
  return parseResult(
    mendedSchema,
    queryAsUser(context, (person) => person.rpc("mend_search", { words })),
  );
}

/** What a search has found, and how it was mended for that, or may be. */
export type Searched<Value> = { found: Value; mended: MendedSearch | null };

/**
 * Searches, and where nothing is found, once more with one wrong letter forgiven in each word: what that finds is shown where
 * nothing else can be meant, and else offered.
 *
 * @param words what is looked for; a list without words is asked for once
 */
export async function searchTwice<Value>(
  context: Context,
  words: string | undefined,
  search: (words: string | undefined) => Promise<Result<Value>>,
  isEmpty: (found: Value) => boolean,
): Promise<Result<Searched<Value>>> {
  const first = await search(words);
  if (!first.ok) return first;
  const found = { ok: true, value: { found: first.value, mended: null } } as const;
  if (words === undefined || !isEmpty(first.value)) return found;
  const mended = await mendSearch(context, words);
  if (!mended.ok) return mended;
  if (mended.value.changes.length === 0) return found;
  const second = await search(mended.value.words);
  if (!second.ok) return second;
  if (isEmpty(second.value)) return found;
  const isShown = isSure(mended.value);
  return { ok: true, value: { found: isShown ? second.value : first.value, mended: { ...mended.value, isShown } } };
}
