import { z } from "zod";
import { pageOf } from "~/lib/backend/cursor";
import type { Database } from "~/lib/backend/database.types";
import { mutateAsUser, omitNulls, queryAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";
import { filterOf, isWorklist, readWorkPlace, type RequirementFilters } from "./filters";
import {
  listed,
  loadRequirements,
  loadUnread,
  withCounts,
  type ListedRequirement,
  type RequirementPage,
} from "./team.server";
import type { VersionedId } from "~/lib/schema/versioned-id";

/** Rows on one page; the database gives one more, which tells that there is a next one. */
const PAGE_SIZE = 25;

type Row = Database["public"]["Functions"]["list_open_requirements"]["Returns"][number];

/** How many open requirements each group has; of the first, beyond a thousand, a thousand. */
export type Counts = Record<string, number>;

/** A page of the list; in groups also how many each has. */
export type Worklist = RequirementPage & { counts: Counts | undefined };

/** Where the page after a row starts. */
function placeAfter({ item_group, sort_key, id }: Row): string {
  return [item_group, sort_key, id].join("~");
}

/** One page of what is open, in groups or sorted. @param before where it starts */
async function loadOpen(
  context: Context,
  filters: RequirementFilters,
  before: string | null,
): Promise<Result<Worklist>> {
  const filter = filterOf(filters);
  const place = readWorkPlace(before);
  const found = await askAll({
    open: withCounts(
      queryAsUser(context, (person) =>
        person.rpc("list_open_requirements", {
          filter,
          ...(place && { after_group: place[0], after_key: place[1], after_id: place[2] }),
        }),
      ),
    ),
    counts: parseResult(
      z.record(z.string(), z.number()),
      queryAsUser(context, (person) => person.rpc("count_open_requirements", { filter })),
    ),
    unread: loadUnread(context),
  });
  if (!found.ok) return found;
  const { open, counts, unread } = found.value;
  const { rows: shown, next } = pageOf(open, PAGE_SIZE, placeAfter);
  const rows: ListedRequirement[] = shown.map((row) => listed(row, unread));
  return { ok: true, value: { rows, next, counts } };
}

/** One page of the requirements that the filters let through. @param before where it starts, as the page before gave it */
export async function loadWorklist(
  context: Context,
  filters: RequirementFilters,
  before: string | null,
): Promise<Result<Worklist>> {
  if (isWorklist(filters)) return loadOpen(context, filters, before);
  const found = await loadRequirements(context, filters, before);
  return found.ok ? { ok: true, value: { ...found.value, counts: undefined } } : found;
}

/** What became of one of several: "changed", "stale" or "gone"; and what it is called, as long as it is there. */
type Given = { requirement_id: string; outcome: string; job_title: string | null };

/** Puts somebody in charge of several, each as it was seen; nobody when `person` is null. @returns what became of each */
export async function giveRequirements(
  context: Context,
  versionedIds: readonly VersionedId[],
  person: string | null,
): Promise<Result<Given[]>> {
  const requirements = versionedIds.map(({ id }) => id);
  const seen = versionedIds.map((versionedId) => versionedId.seen);
  const change = omitNulls({ requirements, seen, person });
  const given = await mutateAsUser(context, (caller) => caller.rpc("give_requirements", change));
  return given.ok ? { ok: true, value: given.value ?? [] } : given;
}
