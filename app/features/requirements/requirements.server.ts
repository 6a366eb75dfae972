import type { Context } from "~/lib/context";
import { failureStatus, type Result } from "~/lib/result";
import { describeFailure, sessionContext } from "~/lib/supabase.server";
import type { Requirement } from "./schema";

/** A requirement as the dashboard lists it (§3). */
export type RequirementSummary = {
  id: string;
  job_title: string;
  job_type: string;
  location: string;
  status: string;
  priority: string;
  positions_count: number;
  created_at: string;
};

/** The dashboard's three figures (§2). */
export type RequirementTotals = { total: number; active: number; positions: number };

export type Dashboard = { requirements: RequirementSummary[]; totals: RequirementTotals };

/** The signed-in user's requirements, newest first, and their totals (§7, "Dashboard list"). */
export async function loadDashboard(context: Context): Promise<Result<"failed", Dashboard>> {
  const { supabase } = context.get(sessionContext)();
  const [list, totals] = await Promise.all([
    supabase
      .from("job_requirements")
      .select("id, job_title, job_type, location, status, priority, positions_count, created_at")
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .returns<RequirementSummary[]>(),
    supabase.from("requirement_totals").select("total, active, positions").single<RequirementTotals>(),
  ]);
  const failure = [list, totals].find(({ error }) => error);
  if (failure?.error || !list.data || !totals.data) {
    return {
      ok: false,
      code: "failed",
      message: describeFailure(failure?.error ?? null),
      status: failureStatus(failure?.status),
    };
  }
  return { ok: true, value: { requirements: list.data, totals: totals.data } };
}

/** A requirement as it was saved: what goes on to the CRM. */
export type SavedRequirement = Requirement & { id: string; client_id: string };

/** Saves a requirement for a client (§7, "Submit requirement"). */
export async function saveRequirement(
  context: Context,
  clientId: string,
  requirement: Requirement,
): Promise<Result<"failed", SavedRequirement>> {
  const row = { ...requirement, client_id: clientId };
  const { data, error, status } = await context
    .get(sessionContext)()
    .supabase.from("job_requirements")
    .insert(row)
    .select("id")
    .single<{ id: string }>();
  if (error) return { ok: false, code: "failed", message: describeFailure(error), status: failureStatus(status) };
  return { ok: true, value: { ...row, id: data.id } };
}
