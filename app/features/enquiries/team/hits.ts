import { isRowId } from "~/lib/schema/fields";
import type { Caller, KnownOfCaller } from "./enquiries.server";

/** What somebody may be found as. */
export type HitKind = "candidate" | "client" | "item";

const THEM = "them";

/** What a button sends that says who it is. */
export function hitValue(kind: HitKind, id: string): string {
  return `${THEM} ${kind} ${id}`;
}

/** Does a company that is offered for this reason name the person as well? Of its name alone it tells nobody. */
export function tellsPerson(reason: string): boolean {
  return ["address", "invited", "number"].includes(reason);
}

/** Who it is by the button that was pressed; undefined for another button. */
export function readHit(intent: unknown): { kind: string; id: string } | undefined {
  const [them, kind = "", id = ""] = typeof intent === "string" ? intent.split(" ") : [];
  return them === THEM && isRowId(id) ? { kind, id } : undefined;
}

/** What is known of whoever it is, and the company that they are of; a candidate's employer is none of these. */
type Facts = Partial<Record<keyof KnownOfCaller, string | null>> & { client?: string | null };

/** What is known of one of those who were found; undefined for who is not among them any more. */
export function factsOfHit(caller: Caller | null, hit: { kind: string; id: string }): Facts | undefined {
  const isIt = ({ id }: { id: string }) => id === hit.id;
  if (hit.kind === "candidate") {
    const found = caller?.candidates.find(isIt);
    return found && { name: found.full_name, phone: found.phone, email: found.email };
  }
  if (hit.kind === "client") {
    const found = caller?.clients.find(isIt);
    return (
      found && {
        name: found.full_name,
        phone: found.phone,
        email: found.email,
        company: found.company_name,
        client: found.id,
      }
    );
  }
  const found = caller?.enquiries.find(isIt);
  return (
    found && {
      name: found.sender,
      phone: found.phone,
      email: found.email,
      company: found.sender_company,
      client: found.client_id,
    }
  );
}

/** Entries with what is known in those that are empty. */
export function fillEmpty(entries: Readonly<Record<string, unknown>>, facts: Facts): Record<string, string> {
  const known = Object.entries(facts).filter(([, value]) => typeof value === "string" && value !== "");
  return Object.fromEntries(known.filter(([name]) => !entries[name]) as [string, string][]);
}
