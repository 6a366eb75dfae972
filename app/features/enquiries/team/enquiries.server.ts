import type { Context } from "~/lib/http/context";
import type { Database } from "~/lib/backend/database.types";
import { omitNulls, mutateAsUser, queryAsUser } from "~/lib/backend/calls.server";
import { askAll, type Result } from "~/lib/result";
import type { Enquiry, Mended } from "./schema";

type Functions = Database["public"]["Functions"];

/** A company that a caller may be of, by whom of it, and why. */
export type LikelyClient = Functions["suggest_clients"]["Returns"][number];
/** Something that may have come from the same caller before, and why. */
export type EarlierEnquiry = Functions["find_enquiries"]["Returns"][number];
/** A candidate that a caller may be, and why. */
export type LikelyCandidate = Functions["find_candidates_calling"]["Returns"][number];

/** Who a caller may be. */
export type Caller = { candidates: LikelyCandidate[]; clients: LikelyClient[]; enquiries: EarlierEnquiry[] };

/** What is known of a caller while it is written down. */
export type KnownOfCaller = { name: string; phone: string; email: string; company: string };

/** Who a caller may be: by number, address, company and, of candidates, name; null while none of these is known. */
export async function findCaller(
  context: Context,
  { name, phone: number, email: address, company }: KnownOfCaller,
): Promise<Result<Caller | null>> {
  if ([name, number, address, company].every((known) => known === "")) return { ok: true, value: null };
  return askAll({
    candidates: queryAsUser(context, (person) => person.rpc("find_candidates_calling", { name, number, address })),
    clients: queryAsUser(context, (person) => person.rpc("suggest_clients", { number, address, name: company })),
    enquiries: queryAsUser(context, (person) => person.rpc("find_enquiries", { number, address, company })),
  });
}

/**
 * Writes down what somebody wants who has called, written or come by.
 *
 * @param form the form's: the same one twice is one item
 * @param takes is it whoever writes it down who deals with it?
 * @returns the item's id
 */
export function recordEnquiry(context: Context, { source, client, ...entries }: Enquiry, form: string, takes: boolean) {
  const call = omitNulls({ form, source, client, takes });
  return mutateAsUser(context, (person) => person.rpc("record_enquiry", { ...call, entries }));
}

/** Corrects what one has written down within the hour, on the version that was seen. */
export function mendEnquiry(context: Context, item: string, seen: number, entries: Mended) {
  return mutateAsUser(context, (person) => person.rpc("mend_enquiry", { item, seen, entries }));
}
