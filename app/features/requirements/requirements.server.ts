import { z } from "zod";
import type { Context } from "~/lib/context";
import { behind, pageOf, readPlace } from "~/lib/cursor";
import type { Enums, Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, isSavedAlready, sessionContext } from "~/lib/supabase.server";
import type { Requirement } from "./schema";

/** A requirement as the dashboard lists it (§3). */
export type RequirementSummary = Pick<
  Tables<"job_requirements">,
  | "id"
  | "job_title"
  | "job_type"
  | "location"
  | "status"
  | "closed_reason"
  | "priority"
  | "positions_count"
  | "created_at"
> & {
  recruiter: Recruiter | null;
  /** What the team has written and the reader has not read. */
  unread: number;
};

/**
 * What the database tells of a dashboard beside its list: the three figures (§2), its recruiters by account, and what waits
 * for the company's answer.
 */
const besideSchema = z.object({
  /** What somebody without a company may join: not a requirement's, and read by whoever shows it. */
  joining: z.unknown(),
  totals: z.object({ total: z.number(), active: z.number(), positions: z.number() }),
  recruiters: z.record(
    z.string(),
    z.object({ display_name: z.string(), contact_email: z.string().nullable(), contact_phone: z.string().nullable() }),
  ),
  /** On how many requirements the team has written what the reader has not read (beyond a hundred, a hundred). */
  messages: z.object({
    requirements: z.number(),
    newest: z.array(z.object({ id: z.string(), job_title: z.string(), unread: z.number(), last_at: z.string() })),
  }),
  drafts: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      updated_at: z.string(),
      saved_by: z.string().nullable(),
    }),
  ),
});

/** A draft as the dashboard lists it. */
export type ListedDraft = z.infer<typeof besideSchema>["drafts"][number];

/** Who of the team looks after a requirement, as its company may reach them. */
export type Recruiter = z.infer<typeof besideSchema>["recruiters"][string];

/** The dashboard's three figures (§2). */
export type RequirementTotals = z.infer<typeof besideSchema>["totals"];

/** What of the team's words waits for the reader. */
export type WaitingMessages = z.infer<typeof besideSchema>["messages"];

export type Dashboard = {
  joining: unknown;
  requirements: RequirementSummary[];
  totals: RequirementTotals;
  messages: WaitingMessages;
  /** The latest first; none for those who don't file. */
  drafts: ListedDraft[];
  /** Where the next page starts; null on the last. */
  next: string | null;
};

/** Requirements on one page of the dashboard. */
const PAGE_SIZE = 20;

/**
 * The signed-in user's requirements, newest first, and their totals (§7, "Dashboard list").
 *
 * @param cursor where the page starts, as the page before gave it; anything else means the newest
 * @param filter only those of this status; the totals are of all
 */
export async function loadDashboard(
  context: Context,
  cursor: string | null,
  filter?: Enums<"requirement_status">,
): Promise<Result<Dashboard>> {
  const { supabase } = context.get(sessionContext)();
  let page = supabase
    .from("job_requirements")
    .select(
      "id, job_title, job_type, location, status, closed_reason, priority, positions_count, created_at, recruiter_id, unread_messages(unread)",
    );
  if (filter) page = page.eq("status", filter);
  const place = readPlace(cursor);
  if (place) page = page.lte("created_at", place[0]).or(behind(place));
  const [list, beside] = await Promise.all([
    page
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE + 1),
    supabase.rpc("own_dashboard"),
  ]);
  const failure = [list, beside].find(({ error }) => error);
  if (failure?.error || !list.data) return dataFailure(failure?.error ?? null, failure?.status);
  const { totals, recruiters, messages, drafts, joining } = besideSchema.parse(beside.data);
  const { rows, next } = pageOf(list.data, PAGE_SIZE);
  const requirements = rows.map(({ recruiter_id, unread_messages, ...requirement }) => ({
    ...requirement,
    recruiter: (recruiter_id && recruiters[recruiter_id]) || null,
    unread: unread_messages[0]?.unread ?? 0,
  }));
  return { ok: true, value: { requirements, totals, messages, drafts, joining, next } };
}

/**
 * Saves a requirement for a client (§7, "Submit requirement"), once.
 *
 * @param formId the same for a form that comes twice: then the requirement it made the first time is the answer
 * @returns its id
 */
export async function saveRequirement(
  context: Context,
  clientId: string,
  requirement: Requirement,
  formId: string,
): Promise<Result<string>> {
  const row = { ...requirement, client_id: clientId };
  const table = () => context.get(sessionContext)().supabase.from("job_requirements");
  let saved = await table()
    .insert({ ...row, form_id: formId })
    .select("id")
    .single();
  if (isSavedAlready(saved.error)) {
    saved = await table().select("id").eq("client_id", clientId).eq("form_id", formId).single();
  }
  const { data, error, status } = saved;
  if (error) return dataFailure(error, status);
  return { ok: true, value: data.id };
}
