import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, readPlace, type Place } from "~/lib/backend/cursor";
import type { Database, Enums, Tables } from "~/lib/backend/database.types";
import { askAll, type Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { tableRow } from "~/lib/backend/row";
import {
  lookUpAsUser,
  mutateAsUser,
  omitNulls,
  parseColumn,
  parseResult,
  queryAsUser,
} from "~/lib/backend/calls.server";
import { countsSchema, type CandidateCounts } from "~/features/requirements/frame/candidate-counts";
import { loadEvents, type Events } from "~/features/requirements/history/events.server";
import type { EditSide, Filed } from "~/features/requirements/edit/edit.server";
import type { Requirement } from "~/features/requirements/schema";
import { fieldNames } from "~/features/requirements/fields";
import { filterOf, type RequirementFilters } from "./filters";

type Row = Database["public"]["Functions"]["list_requirements"]["Returns"][number];

/** What the database leaves empty in a row, though its types don't say so. */
type Nullable = "recruiter_id" | "deadline" | "last_word_at" | "waits_for";

/** A requirement as the team lists it. */
export type ListedRequirement = Omit<Row, Nullable | "updated_at" | "candidates"> & {
  [Key in Nullable]: Row[Key] | null;
} & {
  /** What its company has written and the reader has not read. */
  unread: number;
  /** How many candidates are where. */
  candidates: CandidateCounts;
  /** The group of what is open, where the list has them. */
  item_group?: string;
};

/** A page of the list, and where the next one starts; null on the last. */
export type RequirementPage = { rows: ListedRequirement[]; next: string | null };

const PAGE_SIZE = 25;

/** What somebody has not read, by requirement: the newest, as much as the Data API gives at once. */
export async function loadUnread(context: Context): Promise<Result<Map<string, number>>> {
  const found = await queryAsUser(context, (person) =>
    person.from("unread_messages").select("requirement_id, unread").order("last_at", { ascending: false }),
  );
  if (!found.ok) return found;
  return { ok: true, value: new Map(found.value.map(({ requirement_id, unread }) => [requirement_id, unread])) };
}

/** A row as the list has it, with what its company has written and the reader has not read. */
export function listed<Found extends { id: string }>(row: Found, unread: Map<string, number>) {
  return { ...row, unread: unread.get(row.id) ?? 0 };
}

/** Rows of requirements, as the database gives them, with how many candidates are where. */
export function withCounts<Row extends { candidates: unknown }>(asked: Promise<Result<Row[]>>) {
  return parseColumn(asked, "candidates", countsSchema);
}

/** One page of the requirements that the filters let through, the newest first. @param cursor where it starts */
export async function loadRequirements(
  context: Context,
  filters: RequirementFilters,
  cursor: string | null,
): Promise<Result<RequirementPage>> {
  const place = readPlace(cursor);
  const found = await askAll({
    listed: withCounts(
      queryAsUser(context, (person) =>
        person.rpc("list_requirements", {
          filter: filterOf(filters),
          ...(place ? { after_key: place[0], after_id: place[1] } : {}),
        }),
      ),
    ),
    unread: loadUnread(context),
  });
  if (!found.ok) return found;
  const { rows, next } = pageOf(found.value.listed, PAGE_SIZE);
  return { ok: true, value: { rows: rows.map((row) => listed(row, found.value.unread)), next } };
}

/** How many candidates are marked as joined, and the day on which they begin, where it is one. */
const joinedSchema = z.object({ persons: z.number(), joining: z.string().nullable() });
export type Joined = z.output<typeof joinedSchema>;

const lastContactSchema = z.object({ at: z.string(), waits_for: z.enum(["team", "company"]).nullable() }).nullable();
type LastContact = z.output<typeof lastContactSchema>;

/** A requirement as the team sees it. */
export type TeamRequirement = {
  requirement: Tables<"job_requirements">;
  company: string;
  /** Who of its candidates is marked as joined, and on which day they begin, where it is one. */
  joined: Joined;
  /** How many candidates are where. */
  candidates: CandidateCounts;
  /** When whoever is turned down now is told by mail. */
  mailedAt: string;
  /** When either side last said something, and who is to answer; null for one that is closed. */
  lastContact: LastContact;
  /** The names of its company's people, by their ids. */
  members: Record<string, string>;
  events: Events;
  /** Its line in the inbox. */
  itemId: string | null;
  /** Who filed it, as far as anybody is known. */
  sender: { name: string | null; email: string | null; phone: string | null };
};

/** What the database answers of one: null when it is not there. */
const readSchema = z
  .object({
    requirement: tableRow<"job_requirements">(),
    company: z.string(),
    joined: joinedSchema,
    candidates: countsSchema,
    mailed_at: z.string(),
    last_contact: lastContactSchema,
    members: z.array(z.object({ user_id: z.string(), full_name: z.string().nullable() })),
  })
  .nullable();

/** A requirement with its company and its history; null for one that is not there. @param place where that starts */
export async function loadTeamRequirement(
  context: Context,
  id: string,
  place?: Place,
): Promise<Result<TeamRequirement | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const found = await askAll({
    read: parseResult(
      readSchema,
      lookUpAsUser(context, (person) => person.rpc("read_requirement", { requirement: id })),
    ),
    senders: lookUpAsUser(context, (person) => person.rpc("inbox_senders", { requirement: id })),
    events: loadEvents(context, id, place),
  });
  if (!found.ok) return found;
  const { read, senders, events } = found.value;
  if (!read) return { ok: true, value: null };
  const { requirement, company, joined, candidates, members } = read;
  const [line] = senders ?? [];
  return {
    ok: true,
    value: {
      requirement,
      company,
      joined,
      candidates,
      mailedAt: read.mailed_at,
      lastContact: read.last_contact,
      members: Object.fromEntries(members.map(({ user_id, full_name }) => [user_id, full_name ?? "Someone"])),
      events,
      itemId: line?.item_id ?? null,
      sender: { name: line?.sender ?? null, email: line?.email ?? null, phone: line?.phone ?? null },
    },
  };
}

/** What a requirement says of whom it needs, and for which company. */
export type Sought = Pick<
  Tables<"job_requirements">,
  "id" | "job_title" | "status" | "priority" | "location" | "remote_allowed" | "required_skills"
> & { company: string };

/** For whom candidates are looked for; null for a requirement that is not there. */
export async function loadSought(context: Context, id: string): Promise<Result<Sought | null>> {
  const read = await parseResult(
    readSchema,
    lookUpAsUser(context, (person) => person.rpc("read_requirement", { requirement: id })),
  );
  if (!read.ok || !read.value) return read.ok ? { ok: true, value: null } : read;
  const { job_title, status, priority, location, remote_allowed, required_skills } = read.value.requirement;
  const { company } = read.value;
  return { ok: true, value: { id, job_title, status, priority, location, remote_allowed, required_skills, company } };
}

/** What is filed of a requirement, and the version that it is; null for one that is not there. */
export async function loadFiled(context: Context, id: string): Promise<Result<Filed | null>> {
  const read = await parseResult(
    readSchema,
    queryAsUser(context, (person) => person.rpc("read_requirement", { requirement: id })),
  );
  if (!read.ok) return read;
  if (!read.value) return { ok: true, value: null };
  const { requirement } = read.value;
  const filed = Object.fromEntries(fieldNames.map((field) => [field, requirement[field]])) as Requirement;
  return { ok: true, value: { ...filed, version: requirement.version } };
}

type StatusChange = {
  version: number;
  status: Enums<"requirement_status">;
  reason: string | null;
  /** Who is in charge of what is begun, unless somebody is already. */
  recruiter: string | null;
  /** Of what is filled, how many positions (null for all), and when those people begin. */
  filled: number | null;
  joining: string | null;
  /** What an applicant is told with it; null for the standard words. */
  words: string | null;
};

/** How the team edits what a company has filed. */
export const teamEdits: EditSide = {
  load: loadFiled,
  save: (context, id, seen, entries) =>
    mutateAsUser(context, (person) => person.rpc("edit_requirement_as_team", { requirement: id, seen, entries })),
};

/** Gives a requirement another status, on the version that was read. @returns the version that makes of it */
export function changeStatus(
  context: Context,
  id: string,
  { version: seen, status, reason, recruiter: person, filled, joining, words: answer }: StatusChange,
): Promise<Result<number | null>> {
  const change = omitNulls({ requirement: id, seen, status, reason, person, filled, joining, answer });
  return mutateAsUser(context, (caller) => caller.rpc("change_requirement_status", change));
}

/** Puts a colleague in charge, or nobody, on the version that was read. */
export function setRecruiter(
  context: Context,
  id: string,
  { version: seen, recruiter: person }: { version: number; recruiter: string | null },
): Promise<Result<number | null>> {
  const change = omitNulls({ requirement: id, seen, person });
  return mutateAsUser(context, (caller) => caller.rpc("set_recruiter", change));
}
