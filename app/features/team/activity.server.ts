import type { Context } from "~/lib/http/context";
import { behind, pageOf, readPlace } from "~/lib/backend/cursor";
import type { Tables } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, sessionContext } from "~/lib/backend/supabase.server";

/** What the log knows of one thing that somebody did: ids and names of ours, no words of anybody. */
export type Activity = Pick<
  Tables<"activity_log">,
  "id" | "actor" | "action" | "subject_kind" | "subject" | "other" | "fields" | "old_value" | "new_value" | "created_at"
>;

const PAGE_SIZE = 25;

/** One page of the log, the newest first. @param cursor where it starts, as the page before gave it */
export async function loadActivity(
  context: Context,
  cursor: string | null,
): Promise<Result<{ rows: Activity[]; next: string | null }>> {
  let page = context
    .get(sessionContext)()
    .supabase.from("activity_log")
    .select("id, actor, action, subject_kind, subject, other, fields, old_value, new_value, created_at");
  const place = readPlace(cursor);
  if (place) page = page.lte("created_at", place[0]).or(behind(place));
  const { data, error, status } = await page
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(PAGE_SIZE + 1);
  return error ? dataFailure(error, status) : { ok: true, value: pageOf(data, PAGE_SIZE) };
}
