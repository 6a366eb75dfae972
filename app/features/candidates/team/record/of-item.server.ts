import { z } from "zod";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import type { CandidateEntries } from "~/features/candidates/schema";

const idSchema = z.string();

/** Makes a candidate of an item: a new one, once for each form, or one that is known. @returns whose record that is */
export async function makeCandidateOf(
  context: Context,
  item: string,
  made: { candidate: string } | { entries: CandidateEntries; form: string },
): Promise<Result<string>> {
  const values = "candidate" in made ? made : { form: made.form, entries: { ...made.entries } };
  const asked = mutateAsUser(context, (person) => person.rpc("make_candidate_of", { item, ...values }));
  return parseResult(idSchema, asked);
}
