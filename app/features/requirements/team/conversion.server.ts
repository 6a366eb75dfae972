import type { Context } from "~/lib/http/context";
import type { Database } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { queryAsUser, mutateAsUser, dataFailure, sessionContext } from "~/lib/backend/supabase.server";
import type { Requirement } from "~/features/requirements/schema";

/** A company that a posting may be from, and why: its people's address, its name, or words of it. */
export type Suggestion = Database["public"]["Functions"]["suggest_clients"]["Returns"][number];

/** The companies that a posting may be from, the likeliest first. */
export function suggestClients(
  context: Context,
  { name, address }: { name: string; address: string },
): Promise<Result<Suggestion[]>> {
  return queryAsUser(context, (person) => person.rpc("suggest_clients", { name, address }));
}

/** The requirement that a posting has become; null when it has become none. */
export async function findConverted(context: Context, posting: string): Promise<Result<string | null>> {
  const { data, error, status } = await context.get(sessionContext)().supabase.rpc("find_converted", { posting });
  return error ? dataFailure(error, status) : { ok: true, value: data };
}

/** Whose the requirement is to be: a company that is here, or one that is made for whoever sent the posting. */
export type Owner = { client: string } | { company_name: string; full_name: string; phone: string | null };

/** Of what a requirement is made: a posting, what of it fits, whose it is to be, and who of the team looks after it. */
export type Conversion = { posting: string; owner: Owner; entries: Requirement; recruiter: string | null };

/** Makes the requirement of a posting, once. @returns its id, or that of the one that is there already */
export function convertPosting(
  context: Context,
  { posting, owner, entries, recruiter }: Conversion,
): Promise<Result<string | null>> {
  const made = { posting, entries: { ...entries, ...(recruiter === null ? {} : { recruiter_id: recruiter }) } };
  return mutateAsUser(context, (person) => {
    if ("client" in owner) return person.rpc("convert_posting", { ...made, client: owner.client });
    const { phone, ...company } = owner;
    return person.rpc("convert_posting_by_invitation", {
      ...made,
      ...company,
      ...(phone === null ? {} : { phone }),
    });
  });
}
