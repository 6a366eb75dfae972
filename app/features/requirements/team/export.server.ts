import { z } from "zod";
import { company } from "~/content/company";
import type { Context } from "~/lib/http/context";
import { csvTime, partOf, type Cell, type CsvPart } from "~/lib/format/csv";
import type { Database } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { mutateAsUser, parseColumn } from "~/lib/backend/calls.server";
import { spaced } from "~/lib/format/text";
import { definitionOf, fieldNames, titleOf, type Field } from "~/features/requirements/fields";
import { statusWord } from "~/features/requirements/statuses";
import { filterOf, isWorklist, type RequirementFilters } from "./filters";

type Exported = Database["public"]["Functions"]["export_requirements"]["Returns"][number];

/** What a client has filled in of each, on one line; a line of the file begins with two of them. */
const fields = fieldNames.filter((field) => definitionOf(field).kind !== "text");
const details = fields.filter((field) => field !== "job_title" && field !== "priority");

/** The columns of the requirements' file. */
export const requirementColumns: readonly string[] = [
  titleOf("job_title"),
  "Company",
  "Status",
  titleOf("priority"),
  "Recruiter",
  ...details.map(titleOf),
  "Positions Filled",
  "Closed because",
  `Created (${company.timeZone})`,
  `Changed (${company.timeZone})`,
  "Applied",
  `Last applied (${company.timeZone})`,
  "Applied, not answered",
  `First answer due (${company.timeZone})`,
];

/** Who has applied, as the database counts them. */
const applicantsSchema = z.object({
  applied: z.number(),
  applied_at: z.string().nullable(),
  unanswered: z.number(),
  unanswered_by: z.string().nullable(),
});

const timeCell = (moment: string | null) => moment && csvTime(moment, company.timeZone);

function applicantCells({ applied, applied_at, unanswered, unanswered_by }: z.output<typeof applicantsSchema>): Cell[] {
  return [applied, timeCell(applied_at), unanswered, timeCell(unanswered_by)];
}

/** What stands in a column; a choice without the underscores of its name. */
function cellOf({ entries }: Pick<Exported, "entries">, field: Field): Cell {
  const cell = (entries as Record<Field, Cell>)[field];
  return definitionOf(field).kind === "choice" ? spaced(String(cell)) : cell;
}

/** A part of the requirements for a file, those that the list's filters let through, the newest first. The database logs that it leaves. */
export async function exportRequirements(
  context: Context,
  filters: RequirementFilters,
  names: Record<string, string>,
  place?: Pick<Exported, "created_at" | "id">,
): Promise<Result<CsvPart>> {
  const asked = mutateAsUser(context, (person) =>
    person.rpc("export_requirements", {
      filter: { ...filterOf(filters), only_group: filters.group ?? (isWorklist(filters) ? "open" : null) },
      fields,
      ...(place ? { after_key: place.created_at, after_id: place.id } : {}),
    }),
  );
  const found = await parseColumn(asked, "applicants", applicantsSchema);
  if (!found.ok) return found;
  const cellsOf = (requirement: (typeof found.value)[number]) => [
    cellOf(requirement, "job_title"),
    requirement.company,
    statusWord(requirement.requirement_status),
    cellOf(requirement, "priority"),
    names[requirement.recruiter_id] ?? "",
    ...details.map((field) => cellOf(requirement, field)),
    requirement.positions_filled,
    requirement.closed_reason,
    csvTime(requirement.created_at, company.timeZone),
    csvTime(requirement.updated_at, company.timeZone),
    ...applicantCells(requirement.applicants),
  ];
  const after = (last: Pick<Exported, "created_at" | "id">) => exportRequirements(context, filters, names, last);
  return { ok: true, value: partOf(found.value, cellsOf, after) };
}
