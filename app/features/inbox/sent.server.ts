import type { Context } from "~/lib/context";
import type { Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { askAsPerson } from "~/lib/supabase.server";

/** What was sent, of whichever kind, with what all kinds have in common. */
export type Sent =
  | { kind: "contact"; row: Tables<"contact_submissions"> }
  | { kind: "posting"; row: Tables<"public_job_submissions"> }
  | { kind: "consultation"; row: Tables<"consultation_requests"> }
  | { kind: "requirement"; row: Tables<"job_requirements">; company: string };

/** A line of the inbox with what was sent. */
export type FoundItem = Omit<Tables<"inbox_items">, "search"> & { sent: Sent };

const COLUMNS =
  "id, kind, state, assignee, claim_expires_at, due_at, first_seen_at, last_activity_at, is_suspect, version, created_at, " +
  "contact_id, posting_id, consultation_id, requirement_id, contact_submissions(*), public_job_submissions(*), " +
  "consultation_requests(*), job_requirements(*, clients(company_name))";

/** A line with what it refers to: one of the four. */
type Found = Omit<Tables<"inbox_items">, "search"> & {
  contact_submissions: Tables<"contact_submissions"> | null;
  public_job_submissions: Tables<"public_job_submissions"> | null;
  consultation_requests: Tables<"consultation_requests"> | null;
  job_requirements: (Tables<"job_requirements"> & { clients: { company_name: string } | null }) | null;
};

/** What a line refers to; undefined when it was deleted in between. */
function sentOf(found: Found): Sent | undefined {
  if (found.contact_submissions) return { kind: "contact", row: found.contact_submissions };
  if (found.public_job_submissions) return { kind: "posting", row: found.public_job_submissions };
  if (found.consultation_requests) return { kind: "consultation", row: found.consultation_requests };
  if (!found.job_requirements) return undefined;
  const { clients, ...row } = found.job_requirements;
  return { kind: "requirement", row, company: clients?.company_name ?? "" };
}

/** Lines with what was sent, by their ids; those that are there. */
export async function loadFound(context: Context, ids: readonly string[]): Promise<Result<FoundItem[]>> {
  if (ids.length === 0) return { ok: true, value: [] };
  const found = await askAsPerson(context, (supabase) =>
    supabase.from("inbox_items").select(COLUMNS).in("id", ids).overrideTypes<Found[], { merge: false }>(),
  );
  if (!found.ok) return found;
  const items = found.value.flatMap((line) => {
    const { contact_submissions, public_job_submissions, consultation_requests, job_requirements, ...item } = line;
    const sent = sentOf({
      ...item,
      contact_submissions,
      public_job_submissions,
      consultation_requests,
      job_requirements,
    });
    return sent ? [{ ...item, sent }] : [];
  });
  return { ok: true, value: items };
}
