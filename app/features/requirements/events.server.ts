import type { Context } from "~/lib/context";
import { behind, pageOf, type Place } from "~/lib/cursor";
import type { Result } from "~/lib/result";
import { dataFailure, sessionContext } from "~/lib/supabase.server";
import type { RequirementEvent } from "./history";

/** Events on one page of a history. */
const PAGE_SIZE = 50;

/** In which currency amounts were at a place of a history: what the next change of it after that changed it from. */
async function currencyAt(context: Context, id: string, place: Place): Promise<Result<string | null>> {
  const { supabase } = context.get(sessionContext)();
  const { data, error, status } = await supabase
    .from("requirement_events")
    .select("changes")
    .eq("requirement_id", id)
    .gte("created_at", place[0])
    .not("changes->currency", "is", null)
    .order("created_at")
    .order("id")
    .limit(1)
    .maybeSingle();
  if (error) return dataFailure(error, status);
  const [before] = (data?.changes as { currency?: unknown[] } | null)?.currency ?? [];
  return { ok: true, value: typeof before === "string" ? before : null };
}

/** A page of the events of a requirement, the newest first. */
export type Events = {
  rows: RequirementEvent[];
  /** Where the next page starts; null on the last. */
  next: string | null;
  /** That of the amounts where the page starts; null where it is today's. */
  currency: string | null;
};

/** The events of a requirement. @param place where the page starts */
export async function loadEvents(context: Context, id: string, place: Place | undefined): Promise<Result<Events>> {
  const { supabase } = context.get(sessionContext)();
  let page = supabase
    .from("requirement_events")
    .select("id, actor, side, type, person, changes, created_at")
    .eq("requirement_id", id);
  if (place) page = page.lte("created_at", place[0]).or(behind(place));
  const [{ data, error, status }, currency] = await Promise.all([
    page
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE + 1),
    place ? currencyAt(context, id, place) : ({ ok: true, value: null } as const),
  ]);
  if (error) return dataFailure(error, status);
  if (!currency.ok) return currency;
  return { ok: true, value: { ...pageOf<RequirementEvent>(data, PAGE_SIZE), currency: currency.value } };
}
