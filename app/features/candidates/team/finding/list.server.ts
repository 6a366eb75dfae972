import { z } from "zod";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import type { CompositeTypes } from "~/lib/backend/database.types";
import { parseColumn, parseResult, queryAsUser } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";
import { questionOf, type CandidateFilters } from "./filters";
import { processSchema, type Process } from "~/features/candidates/team/in-process";

type Row = CompositeTypes<"listed_candidate">;

/** What a row always has, though the types of a composite don't say so. */
type Filled = "id" | "full_name" | "skills" | "is_never" | "near_names" | "created_at" | "last_activity_at";

/** A candidate as the list has them. */
export type ListedCandidate = Omit<Row, Filled | "elsewhere"> & {
  [Key in Filled]: NonNullable<Row[Key]>;
} & { elsewhere: Process[] };

/** One page of candidates, and how many there are on all: up to a thousand and one. */
export type CandidatePage = {
  rows: ListedCandidate[];
  next: string | null;
  found: number;
  /** How many more there are of whom notice or pay, which is asked for, is not known. */
  unknown: number;
};

const PAGE_SIZE = 25;

const countSchema = z.object({ found: z.number(), unknown: z.number() });

/** Rows as the list has them. */
function listed(asked: Promise<Result<Row[]>>) {
  return parseColumn(
    asked as Promise<Result<(Omit<ListedCandidate, "elsewhere"> & Pick<Row, "elsewhere">)[]>>,
    "elsewhere",
    z.array(processSchema),
  );
}

/**
 * One page of the candidates, the newest first.
 *
 * @param before where it starts, as the page before gave it
 * @param requirement for which somebody is looked for: who stands on its list is left out
 */
export async function loadCandidates(
  context: Context,
  filters: CandidateFilters,
  before: string | null,
  requirement?: string,
): Promise<Result<CandidatePage>> {
  const place = readPlace(before);
  const asked = { ...questionOf(filters), ...(requirement && { requirement }) };
  const found = await askAll({
    rows: listed(
      queryAsUser(context, (person) =>
        person.rpc("list_candidates", {
          ...asked,
          size: PAGE_SIZE,
          ...(place ? { before_at: place[0], before_id: place[1] } : {}),
        }),
      ),
    ),
    count: parseResult(
      countSchema,
      queryAsUser(context, (person) => person.rpc("count_found_candidates", asked)),
    ),
  });
  if (!found.ok) return found;
  const { rows, count } = found.value;
  return { ok: true, value: { ...pageOf<ListedCandidate>(rows, PAGE_SIZE), ...count } };
}

/** So many are offered to whoever looks everywhere. */
const MOST_FOUND = 6;

/** Candidates by words: a few. */
export async function findCandidates(context: Context, words: string): Promise<Result<ListedCandidate[]>> {
  const asked = queryAsUser(context, (person) => person.rpc("list_candidates", { words, size: MOST_FOUND }));
  const found = await listed(asked);
  return found.ok ? { ok: true, value: found.value.slice(0, MOST_FOUND) } : found;
}
