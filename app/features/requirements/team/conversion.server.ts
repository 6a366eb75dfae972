import type { Context } from "~/lib/http/context";
import type { Database } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { mutateAsUser, omitNulls, queryAsUser } from "~/lib/backend/calls.server";
import type { Filing } from "./filing.server";

/** A company that somebody may be from, and why: what is known, its people's address, a number, its name, or words of it. */
export type Suggestion = Database["public"]["Functions"]["suggest_clients"]["Returns"][number];

/** What is known of somebody who may be from a company. */
type Known = { name: string; address: string | null; number: string | null; known: string | null };

/** The companies that somebody may be from, the likeliest first. */
export function suggestClients(context: Context, known: Known): Promise<Result<Suggestion[]>> {
  return queryAsUser(context, (person) => person.rpc("suggest_clients", omitNulls(known)));
}

/** Whose the requirement is to be: a company that is here, or one that is made for whoever wants it. */
export type Owner = { client: string } | { company_name: string; full_name: string; phone: string | null };

/** The entries of a requirement, with who of the team looks after it. */
function filingEntries({ entries, recruiter }: Filing) {
  return { ...entries, ...omitNulls({ recruiter_id: recruiter }) };
}

/** Makes the requirement of an enquiry, once. @returns its id, or that of the one that is there already */
export function convertItem(
  context: Context,
  item: string,
  owner: Owner,
  filing: Filing,
): Promise<Result<string | null>> {
  const made = { item, entries: filingEntries(filing) };
  return mutateAsUser(context, (person) => {
    if ("client" in owner) return person.rpc("convert_item", { ...made, client: owner.client });
    const { phone, ...company } = owner;
    return person.rpc("convert_item_for_new", { ...made, ...company, ...omitNulls({ phone }) });
  });
}

/** Files a requirement for a company. @param form the form's: the same one twice is one requirement. @returns its id */
export function fileRequirement(
  context: Context,
  client: string,
  form: string,
  filing: Filing,
): Promise<Result<string | null>> {
  return mutateAsUser(context, (person) =>
    person.rpc("file_requirement", { client, form, entries: filingEntries(filing) }),
  );
}
