import type { Context } from "~/lib/context";
import { requirePart, type CsvPart } from "~/lib/csv";
import type { Change } from "~/lib/result";
import { changeAsPerson } from "~/lib/supabase.server";
import type { RequirementFilters } from "./filters";
import { spaced } from "./requirement-badges";

/** So many requirements the database gives at a time. */
const PART_SIZE = 500;

/** The columns of the requirements' file. */
export const requirementColumns = [
  "Job title",
  "Company",
  "Status",
  "Priority",
  "Recruiter",
  "Job type",
  "Department",
  "Location",
  "Remote allowed",
  "Min experience",
  "Max experience",
  "Min salary",
  "Max salary",
  "Currency",
  "Required skills",
  "Preferred skills",
  "Positions",
  "Expected start",
  "Deadline",
  "Closed because",
  "Created",
  "Changed",
] as const;

/** A part of the requirements for a file, as the list's filters have it. The database logs that it leaves. */
export async function exportRequirements(
  context: Context,
  filters: RequirementFilters,
  names: Record<string, string>,
  after?: { created_at: string; id: string },
): Promise<Change<CsvPart>> {
  const found = await changeAsPerson(context, (person) =>
    person.rpc("export_requirements", {
      ...filters,
      ...(after ? { after_key: after.created_at, after_id: after.id } : {}),
    }),
  );
  if (!found.ok) return found;
  const filed = found.value ?? [];
  const last = filed.at(-1);
  const rows = filed.map((requirement) => [
    requirement.job_title,
    requirement.company,
    spaced(requirement.requirement_status),
    requirement.requirement_priority,
    names[requirement.recruiter_id] ?? "",
    spaced(requirement.job_type),
    requirement.department,
    requirement.location,
    requirement.remote_allowed,
    requirement.min_experience,
    requirement.max_experience,
    requirement.min_salary,
    requirement.max_salary,
    requirement.currency,
    requirement.required_skills,
    requirement.preferred_skills,
    requirement.positions_count,
    requirement.expected_start_date,
    requirement.deadline,
    requirement.closed_reason,
    requirement.created_at,
    requirement.updated_at,
  ]);
  if (filed.length < PART_SIZE || !last) return { ok: true, value: { rows } };
  const next = async () => requirePart(await exportRequirements(context, filters, names, last));
  return { ok: true, value: { rows, next } };
}
