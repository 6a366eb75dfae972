import type { Context } from "~/lib/http/context";
import type { Place } from "~/lib/backend/cursor";
import type { Tables } from "~/lib/backend/database.types";
import { referenceOf } from "~/lib/format/reference";
import { askAll, type Result } from "~/lib/result";
import { lookUpAsUser, mutateAsUser } from "~/lib/backend/calls.server";
import type { EditSide, Filed } from "~/features/requirements/edit/edit.server";
import { loadEvents } from "~/features/requirements/history/events.server";
import { fieldNames } from "~/features/requirements/fields";
import { formColumns, isOfForm, withoutOrigin, type Origin } from "~/features/requirements/origin";
import { loadRequirementFrame, type Frame } from "~/features/requirements/frame/frame.server";
import { tell, type HistoryEntry } from "~/features/requirements/history/history";
import type { Requirement } from "~/features/requirements/schema";

/** Reads a requirement's row, as far as these columns name it; null for one that is not theirs. */
async function readRequirement<Row>(
  context: Context,
  id: string,
  columns: readonly string[],
): Promise<Result<Row | null>> {
  const found = await lookUpAsUser(context, (person) =>
    person.from("job_requirements").select(columns.join()).eq("id", id).maybeSingle(),
  );
  return found.ok ? { ok: true, value: found.value as Row | null } : found;
}

/** What a company has filled in of a requirement, and the version that it is; null for one that is not theirs. */
export function loadFiled(context: Context, id: string): Promise<Result<Filed | null>> {
  return readRequirement(context, id, [...fieldNames, "version"]);
}

/** Of what the team has filed a requirement, if it was the team: a public form, or what it was asked for otherwise. */
type FiledByTeam = "form" | "enquiry" | null;

/** A requirement with all that its company has filled in, and whether the team has filed it. */
export type OwnRequirement = {
  frame: Frame;
  filed: Requirement;
  filedByTeam: FiledByTeam;
  /** What it is called in its mail and on the telephone. */
  reference: string;
};

/** A requirement of the own company; null for one that is not there, or another's. */
export async function loadOwnRequirement(context: Context, id: string): Promise<Result<OwnRequirement | null>> {
  const columns = [...fieldNames, "is_filed_by_team", "form_id", ...formColumns];
  const found = await askAll({
    frame: loadRequirementFrame(context, id),
    filed: readRequirement<Requirement & Origin & Pick<Tables<"job_requirements">, "form_id">>(context, id, columns),
  });
  if (!found.ok) return found;
  const { frame, filed } = found.value;
  if (frame === null || filed === null) return { ok: true, value: null };
  const { form_id, ...rest } = filed;
  const filedByTeam = isOfForm(rest) ? "form" : rest.is_filed_by_team ? "enquiry" : null;
  const reference = referenceOf(form_id ?? id);
  return { ok: true, value: { frame, filed: withoutOrigin(rest), filedByTeam, reference } };
}

/** A page of a requirement's history. */
export type OwnHistory = { frame: Frame; entries: HistoryEntry[]; next: string | null };

/**
 * What happened to a requirement of the own company; null for one that is not there, or another's. Of the team nobody is
 * named but who looks after it now: nobody's id leaves the database.
 *
 * @param agency what the team is called
 * @param place where the page starts
 */
export async function loadOwnHistory(
  context: Context,
  id: string,
  { agency, locale, place }: { agency: string; locale: string; place?: Place | undefined },
): Promise<Result<OwnHistory | null>> {
  const found = await askAll({ frame: loadRequirementFrame(context, id), events: loadEvents(context, id, place) });
  if (!found.ok) return found;
  const { frame, events } = found.value;
  if (frame === null) return { ok: true, value: null };
  const entries = tell(events.rows, {
    currency: events.currency ?? frame.currency,
    locale,
    who: ({ side, actor_name, changes }) =>
      side === "company"
        ? (actor_name ?? "Someone at your company")
        : changes["by"] === "candidate"
          ? "The candidate"
          : agency,
    inCharge: ({ is_named, person_name }) =>
      is_named ? `${person_name || "A recruiter"} looks after it` : "No recruiter looks after it for now",
  });
  return { ok: true, value: { frame, entries, next: events.next } };
}

/** A requirement that its company is about to change, and what has happened to it. */
export type Changeable = OwnHistory & { filed: Requirement; version: number };

/** The same, for a page that changes it: what happened since is told to whoever comes second. */
export async function loadChangeable(
  context: Context,
  id: string,
  voice: { agency: string; locale: string },
): Promise<Result<Changeable | null>> {
  const found = await askAll({ history: loadOwnHistory(context, id, voice), filed: loadFiled(context, id) });
  if (!found.ok) return found;
  const { history, filed: current } = found.value;
  if (history === null || current === null) return { ok: true, value: null };
  const { version, ...filed } = current;
  return { ok: true, value: { ...history, filed, version } };
}

/** How a company edits what it has filed. */
export const companyEdits: EditSide = {
  load: loadFiled,
  save: (context, id, seen, entries) =>
    mutateAsUser(context, (person) => person.rpc("edit_requirement", { requirement: id, seen, entries })),
};

/** Takes a requirement back, on the version that was read, with the reason. */
export function withdraw(
  context: Context,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<Result<number | null>> {
  return mutateAsUser(context, (person) =>
    person.rpc("withdraw_requirement", { requirement: id, seen: version, reason }),
  );
}

/** Has the company withdrawn it for this very reason? */
export async function isWithdrawn(context: Context, id: string, reason: string): Promise<boolean> {
  const frame = await loadRequirementFrame(context, id);
  if (!frame.ok || frame.value === null) return false;
  const { status, closed_by, closed_reason } = frame.value;
  return status === "cancelled" && closed_by === "company" && closed_reason === reason;
}
