import { parseResult } from "~/lib/backend/calls.server";
import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import { Constants } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, isRefusedToken } from "~/lib/backend/data-failures.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import { countsSchema } from "~/features/requirements/frame/candidate-counts";
import type { OwnFilters } from "./own-filters";

const contactSchema = z.object({
  display_name: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
});
export type Contact = z.infer<typeof contactSchema>;

/** Who of the team looks after a requirement, as its company may reach them; of who is away, until when, and who stands in. */
export const recruiterSchema = contactSchema.extend({
  away_until: z.string().nullable(),
  stand_in: contactSchema.nullable(),
});
export type Recruiter = z.infer<typeof recruiterSchema>;

const { job_type, requirement_priority, requirement_status } = Constants.public.Enums;

/** An answer to somebody whose session holds. */
const hasSession = z.object({ account: z.object({}) });

/** What the database tells of a dashboard. */
const dashboardSchema = z.object({
  /** Who asks, and what somebody without a company may join: not a requirement's, and read by whoever shows it. */
  account: z.unknown(),
  joining: z.unknown(),
  /** A page of the list (§3), and one row more when there is a next page. */
  requirements: z.array(
    z.object({
      id: z.string(),
      job_title: z.string(),
      job_type: z.enum(job_type),
      location: z.string(),
      status: z.enum(requirement_status),
      closed_reason: z.string().nullable(),
      priority: z.enum(requirement_priority),
      positions_count: z.number(),
      positions_filled: z.number(),
      created_at: z.string(),
      deadline: z.string().nullable(),
      joining_date: z.string().nullable(),
      /** By when the team answers, where it has to. */
      answer_by: z.string().nullable(),
      /** The last day on which its job is on the agency's site; an older database tells none. */
      advertised_until: z.string().nullish(),
      /** What the list is sorted by. */
      sort_key: z.string(),
      recruiter_id: z.string().nullable(),
      /** What the team has written and the reader has not read. */
      unread: z.number(),
      candidates: countsSchema.nullable(),
    }),
  ),
  /** The three figures (§2). */
  totals: z.object({ total: z.number(), active: z.number(), positions: z.number() }),
  recruiters: z.record(z.string(), recruiterSchema),
  /** On how many requirements the team has written what the reader has not read (beyond a hundred, a hundred). */
  messages: z.object({
    requirements: z.number(),
    newest: z.array(z.object({ id: z.string(), job_title: z.string(), unread: z.number(), last_at: z.string() })),
    /** Of what was read and not answered, the five that wait longest; an older database tells none. */
    unanswered: z.array(z.object({ id: z.string(), job_title: z.string(), since: z.string() })).default([]),
  }),
  /** On how many requirements candidates wait for the reader's answer, and the five where that is longest. */
  candidates: z.object({
    requirements: z.number(),
    first: z.array(z.object({ id: z.string(), job_title: z.string(), waiting: z.number(), answer_by: z.string() })),
  }),
  /** The latest first; none for those who don't file. */
  drafts: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      updated_at: z.string(),
      saved_by: z.string().nullable(),
    }),
  ),
});
type Found = z.infer<typeof dashboardSchema>;

/** A draft as the dashboard lists it. */
export type ListedDraft = Found["drafts"][number];

/** The dashboard's three figures (§2). */
export type RequirementTotals = Found["totals"];

/** What of the team's words, and which candidates, wait for the reader. */
export type Waiting = Pick<Found, "messages" | "candidates">;

/** A requirement as the dashboard lists it (§3). */
export type RequirementSummary = Omit<Found["requirements"][number], "recruiter_id" | "sort_key"> & {
  recruiter: Recruiter | null;
};

export type Dashboard = Omit<Found, "requirements" | "recruiters"> & {
  requirements: RequirementSummary[];
  /** Where the next page starts; null on the last. */
  next: string | null;
};

/** Requirements on one page of the dashboard. */
const PAGE_SIZE = 20;

/**
 * The signed-in user's requirements, newest first unless the filters say otherwise, and their totals (§7, "Dashboard list"), with what the page shows beside
 * them: all in one call.
 *
 * @param cursor where the page starts, as the page before gave it; anything else means the newest
 * @param filters which of them are listed; the totals are of all
 * @returns null when the session has ended
 */
export async function loadDashboard(
  context: Context,
  cursor: string | null,
  { status: wanted, unread, words, sort }: OwnFilters = {},
): Promise<Result<Dashboard | null>> {
  const [before_at, before_id] = readPlace(cursor) ?? [];
  const place = before_at === undefined || before_id === undefined ? {} : { before_at, before_id };
  const { data, error, status } = await context
    .get(sessionContext)()
    .supabase.rpc("dashboard_page", {
      page_size: PAGE_SIZE,
      only_unread: unread !== undefined,
      ...place,
      ...(wanted ? { wanted } : {}),
      ...(words ? { words } : {}),
      ...(sort ? { sort } : {}),
    });
  if (isRefusedToken(error)) return { ok: true, value: null };
  if (error) return dataFailure(error, status);
  if (!hasSession.safeParse(data).success) return { ok: true, value: null };
  const read = await parseResult(dashboardSchema, { ok: true, value: data });
  if (!read.ok) return read;
  const { requirements: found, recruiters, ...dashboard } = read.value;
  const { rows, next } = pageOf(found, PAGE_SIZE, ({ sort_key, id }) => `${sort_key}~${id}`);
  const requirements = rows.map(({ recruiter_id, sort_key: _, ...requirement }) => ({
    ...requirement,
    recruiter: (recruiter_id && recruiters[recruiter_id]) || null,
  }));
  return { ok: true, value: { ...dashboard, requirements, next } };
}
