import { pageOf, readPlace } from "~/lib/backend/cursor";
import type { Database } from "~/lib/backend/database.types";
import { queryAsUser } from "~/lib/backend/supabase.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import type { CandidateFilters } from "./filters";

type Row = Database["public"]["Functions"]["list_candidates"]["Returns"][number];

/** A candidate as the list has them; what is not known is null, though the types don't say so. */
export type ListedCandidate = Omit<Row, "headline" | "city"> & { headline: string | null; city: string | null };

const PAGE_SIZE = 25;

/** One page of the candidates, the newest first. @param before where it starts, as the page before gave it */
export async function loadCandidates(
  context: Context,
  filters: CandidateFilters,
  before: string | null,
): Promise<Result<{ rows: ListedCandidate[]; next: string | null }>> {
  const place = readPlace(before);
  const found = await queryAsUser(context, (person) =>
    person.rpc("list_candidates", {
      ...filters,
      size: PAGE_SIZE,
      ...(place ? { before_at: place[0], before_id: place[1] } : {}),
    }),
  );
  return found.ok ? { ok: true, value: pageOf<ListedCandidate>(found.value, PAGE_SIZE) } : found;
}

/** So many are offered to whoever looks for somebody to add. */
const MOST_FOUND = 6;

/** Candidates to add to something, by words: a few. */
export async function findCandidates(context: Context, words: string | undefined): Promise<Result<ListedCandidate[]>> {
  if (words === undefined) return { ok: true, value: [] };
  const found = await queryAsUser(context, (person) => person.rpc("list_candidates", { words, size: MOST_FOUND }));
  return found.ok ? { ok: true, value: found.value.slice(0, MOST_FOUND) } : found;
}
