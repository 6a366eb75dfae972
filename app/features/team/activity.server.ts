import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import type { Database } from "~/lib/backend/database.types";
import { ZONE } from "~/lib/config/agency";
import { fromLocalTime } from "~/lib/schema/local-time";
import type { Result } from "~/lib/result";
import { queryAsUser } from "~/lib/backend/calls.server";
import type { ActivityFilters } from "./activity-filters";

type Row = Database["public"]["Functions"]["list_activity"]["Returns"][number];
/** What may be missing, which the generated types don't know of functions. */
type Missing = "actor" | "subject" | "other" | "old_value" | "new_value" | "client_id" | "company_name" | "job_title";

/** What the log knows of one thing that somebody did; names only of what is still there. */
export type Activity = Omit<Row, Missing> & { [Name in Missing]: string | null };

const PAGE_SIZE = 25;

const DAY = 24 * 60 * 60 * 1000;

/** When a day begins where the agency works; with `days`, so many days later. No zone there changes its clock. */
function beginningOf(day: string, days = 0): string | undefined {
  const begins = fromLocalTime(`${day}T00:00`, ZONE);
  return begins && new Date(begins.getTime() + days * DAY).toISOString();
}

/** One page of the log, the newest first. @param cursor where it starts, as the page before gave it */
export async function loadActivity(
  context: Context,
  { person, deed, company, from, to }: ActivityFilters,
  cursor: string | null,
): Promise<Result<{ rows: Activity[]; next: string | null }>> {
  const place = readPlace(cursor);
  const wanted = {
    person,
    deed,
    company,
    since: from && beginningOf(from),
    before: to && beginningOf(to, 1),
    after_at: place?.[0],
    after_id: place?.[1],
  };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const found = await queryAsUser(context, (caller) => caller.rpc("list_activity", given));
  return found.ok ? { ok: true, value: pageOf(found.value as Activity[], PAGE_SIZE) } : found;
}
