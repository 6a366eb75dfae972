import { z } from "zod";
import { mutateAsUser, parseResult, queryAsUser } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { textOf } from "~/lib/forms/form";

const outcomeSchema = z.object({
  candidate_id: z.string(),
  full_name: z.string(),
  entry_id: z.string().nullable(),
  /** "added", "there" for who is on the list already, else why they were not added, as the database calls it. */
  outcome: z.string(),
});

/** What became of somebody who was to be added to a requirement. */
export type Added = z.output<typeof outcomeSchema>;

/** So many are added with one post. */
const MOST_ADDED = 50;

/** Who is ticked, and for which requirement where the form says it. */
export function readTicked(body: FormData): { candidates: string[]; requirement: string | undefined } {
  const candidates = [...new Set(body.getAll("candidate").map(textOf))].filter(isRowId).slice(0, MOST_ADDED);
  const requirement = textOf(body.get("requirement"));
  return { candidates, requirement: isRowId(requirement) ? requirement : undefined };
}

/** Adds candidates to the shortlist of a requirement: each who may be added. */
export function addCandidates(context: Context, requirement: string, candidates: string[]): Promise<Result<Added[]>> {
  return parseResult(
    z.array(outcomeSchema),
    mutateAsUser(context, (person) => person.rpc("add_candidates", { requirement, candidates })),
  );
}

/** An open requirement that the caller is in charge of. */
export type OwnRequirement = { id: string; job_title: string; company: string | null };

/** The open requirements that the caller is in charge of. */
export function loadOwnRequirements(context: Context): Promise<Result<OwnRequirement[]>> {
  return queryAsUser(context, (person) => person.rpc("own_open_requirements"));
}
