import { company } from "~/content/company";
import type { Context } from "~/lib/context";
import { csvTime, partOf, type CsvPart } from "~/lib/csv";
import type { Database } from "~/lib/database.types";
import type { Change } from "~/lib/result";
import { changeAsPerson } from "~/lib/supabase.server";
import { spaced } from "~/lib/text";
import type { RequirementFilters } from "./filters";

type Exported = Database["public"]["Functions"]["export_requirements"]["Returns"][number];

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
  `Created (${company.timeZone})`,
  `Changed (${company.timeZone})`,
] as const;

/** A part of the requirements for a file, as the list's filters have it. The database logs that it leaves. */
export async function exportRequirements(
  context: Context,
  filters: RequirementFilters,
  names: Record<string, string>,
  place?: Pick<Exported, "created_at" | "id">,
): Promise<Change<CsvPart>> {
  const found = await changeAsPerson(context, (person) =>
    person.rpc("export_requirements", {
      ...filters,
      ...(place ? { after_key: place.created_at, after_id: place.id } : {}),
    }),
  );
  if (!found.ok) return found;
  const cellsOf = (requirement: Exported) => [
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
    csvTime(requirement.created_at, company.timeZone),
    csvTime(requirement.updated_at, company.timeZone),
  ];
  const after = (last: Exported) => exportRequirements(context, filters, names, last);
  return { ok: true, value: partOf(found.value ?? [], cellsOf, after) };
}
