import { z } from "zod";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import type { LateFilters } from "./late";

const workloadSchema = z.object({
  /** Of each of the team how many late things of which kind; beyond a hundred, a hundred. Who has most comes first. */
  people: z.array(z.object({ person: z.string(), late: z.record(z.string(), z.number()) })),
  unassigned_requirements: z.number(),
});

export type Workload = z.output<typeof workloadSchema>;

const lateSchema = z.array(
  z.object({
    id: z.string(),
    is_item: z.boolean(),
    version: z.number(),
    title: z.string().nullable(),
    sender: z.string().nullable(),
    company: z.string().nullable(),
    since: z.string(),
    /** How many candidates it is about. */
    people: z.number(),
  }),
);

export type LateRow = z.output<typeof lateSchema>[number];

/** What the page shows: the numbers of all, or the rows of one. */
export type LatePage = { workload: Workload; rows?: undefined } | { rows: LateRow[]; workload?: undefined };

/** Asks who has what late; to who is neither admin nor HR manager it is not there. */
export async function loadLate(context: Context, filters: LateFilters | undefined): Promise<Result<LatePage>> {
  if (!filters) {
    const asked = mutateAsUser(context, (person) => person.rpc("read_workload"));
    return parseResult(
      workloadSchema.transform((workload) => ({ workload })),
      asked,
    );
  }
  const asked = mutateAsUser(context, (person) => person.rpc("list_late", filters));
  return parseResult(
    lateSchema.transform((rows) => ({ rows })),
    asked,
  );
}
