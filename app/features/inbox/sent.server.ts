import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Tables } from "~/lib/backend/database.types";
import { askAll, type Result } from "~/lib/result";
import { tableRow } from "~/lib/backend/row";
import { parseResult, queryAsUser } from "~/lib/backend/supabase.server";

/** Who filed a requirement, as the team reaches them. */
export type Filer = { name: string | null; email: string | null; phone: string | null };

/** What somebody wants who has sent it, with the requirement that it has become. */
export type SentEnquiry = { requirement: string | null } & (
  | { kind: "contact"; row: Tables<"contact_submissions"> }
  | { kind: "posting"; row: Tables<"public_job_submissions"> }
  | { kind: "consultation"; row: Tables<"consultation_requests"> }
);

/** What was sent, of whichever kind. */
export type Sent =
  | SentEnquiry
  | { kind: "requirement"; row: Tables<"job_requirements">; company: string; sender?: Filer | undefined };

/** A line of the inbox with what was sent. */
export type FoundItem = Omit<Tables<"inbox_items">, "search"> & { sent: Sent };

/** Lines, each with what it refers to: one of the four. */
const foundSchema = z.array(
  tableRow<"inbox_items", "search">().and(
    z.object({
      contact_submissions: tableRow<"contact_submissions">().nullable(),
      public_job_submissions: tableRow<"public_job_submissions">().nullable(),
      made_requirement: z.string().nullable(),
      consultation_requests: tableRow<"consultation_requests">().nullable(),
      job_requirements: tableRow<"job_requirements">()
        .and(z.object({ clients: z.object({ company_name: z.string() }).nullable() }))
        .nullable(),
    }),
  ),
);

type Found = z.output<typeof foundSchema>[number];

/** What a line refers to; undefined when it was deleted in between. */
function sentOf(found: Omit<Found, keyof FoundItem>): Sent | undefined {
  const { made_requirement: requirement } = found;
  if (found.contact_submissions) return { kind: "contact", row: found.contact_submissions, requirement };
  if (found.public_job_submissions) return { kind: "posting", row: found.public_job_submissions, requirement };
  if (found.consultation_requests) return { kind: "consultation", row: found.consultation_requests, requirement };
  if (!found.job_requirements) return undefined;
  const { clients, ...row } = found.job_requirements;
  return { kind: "requirement", row, company: clients?.company_name ?? "" };
}

/** Lines with what was sent, by their ids; those that are there. */
export async function loadFound(context: Context, ids: readonly string[]): Promise<Result<FoundItem[]>> {
  if (ids.length === 0) return { ok: true, value: [] };
  const asked = queryAsUser(context, (supabase) => supabase.rpc("read_items", { items: [...ids] }));
  const found = await parseResult(foundSchema, asked);
  if (!found.ok) return found;
  const items = found.value.flatMap((line) => {
    const { contact_submissions, public_job_submissions, consultation_requests, ...others } = line;
    const { job_requirements, made_requirement, ...item } = others;
    const enquiries = { contact_submissions, public_job_submissions, consultation_requests };
    const sent = sentOf({ ...enquiries, job_requirements, made_requirement });
    return sent ? [{ ...item, sent }] : [];
  });
  return { ok: true, value: items };
}

/** Who sent each of some lines, by their ids: of a requirement, whoever filed it. */
export async function loadSenders(context: Context, ids: readonly string[]): Promise<Result<Map<string, Filer>>> {
  if (ids.length === 0) return { ok: true, value: new Map() };
  const found = await queryAsUser(context, (person) => person.rpc("inbox_senders", { items: [...ids] }));
  if (!found.ok) return found;
  return {
    ok: true,
    value: new Map(found.value.map(({ item_id, sender: name, email, phone }) => [item_id, { name, email, phone }])),
  };
}

/** Lines with what was sent and who sent it, by their ids; those that are there. */
export async function loadWithSenders(context: Context, ids: readonly string[]): Promise<Result<FoundItem[]>> {
  const found = await askAll({ items: loadFound(context, ids), senders: loadSenders(context, ids) });
  if (!found.ok) return found;
  const { items, senders } = found.value;
  return { ok: true, value: items.map((item) => withSender(item, senders.get(item.id))) };
}

/** A line with who filed its requirement; one of another kind says itself who sent it. */
export function withSender(item: FoundItem, sender: Filer | undefined): FoundItem {
  return item.sent.kind === "requirement" ? { ...item, sent: { ...item.sent, sender } } : item;
}
