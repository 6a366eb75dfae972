import type { Context } from "~/lib/context";
import type { Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, isSavedAlready, sessionContext } from "~/lib/supabase.server";
import { cursorOf, cursorSchema } from "./cursor";
import type { Requirement } from "./schema";

/** A requirement as the dashboard lists it (§3). */
export type RequirementSummary = Pick<
  Tables<"job_requirements">,
  "id" | "job_title" | "job_type" | "location" | "status" | "priority" | "positions_count" | "created_at"
>;

/** The dashboard's three figures (§2). */
export type RequirementTotals = Record<keyof Tables<"requirement_totals">, number>;

export type Dashboard = {
  requirements: RequirementSummary[];
  totals: RequirementTotals;
  /** Where the next page starts; null on the last. */
  next: string | null;
};

/** Requirements on one page of the dashboard. */
const PAGE_SIZE = 20;

/**
 * The signed-in user's requirements, newest first, and their totals (§7, "Dashboard list").
 *
 * @param cursor where the page starts, as the page before gave it; anything else means the newest
 */
export async function loadDashboard(context: Context, cursor: string | null): Promise<Result<Dashboard>> {
  const { supabase } = context.get(sessionContext)();
  let page = supabase
    .from("job_requirements")
    .select("id, job_title, job_type, location, status, priority, positions_count, created_at");
  const place = cursorSchema.safeParse(cursor);
  if (place.success) {
    const [date, id] = place.data;
    // The first condition lets the index find the place; the second settles rows of the very same moment.
    page = page.lte("created_at", date).or(`created_at.lt."${date}",id.lt.${id}`);
  }
  const [list, totals] = await Promise.all([
    page
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE + 1),
    supabase.from("requirement_totals").select("total, active, positions").single(),
  ]);
  const failure = [list, totals].find(({ error }) => error);
  if (failure?.error || !list.data || !totals.data) {
    return dataFailure(failure?.error ?? null, failure?.status);
  }
  const requirements = list.data.slice(0, PAGE_SIZE);
  const last = requirements.at(-1);
  const next = list.data.length > PAGE_SIZE && last ? cursorOf(last) : null;
  // Postgres knows of no view's column that it is never null; these are counts, and are not.
  const { total, active, positions } = totals.data;
  const figures = { total: total ?? 0, active: active ?? 0, positions: positions ?? 0 };
  return { ok: true, value: { requirements, totals: figures, next } };
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
