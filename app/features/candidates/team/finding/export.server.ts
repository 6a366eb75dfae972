import { z } from "zod";
import { company } from "~/content/company";
import type { Database } from "~/lib/backend/database.types";
import { mutateAsUser, parseColumn } from "~/lib/backend/calls.server";
import { csvTime, partOf, type Cell, type CsvPart } from "~/lib/format/csv";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { labels, type Field } from "~/features/candidates/fields";
import { entryStates, stateOf } from "~/features/candidates/states";
import { questionOf, type CandidateFilters } from "./filters";

type Exported = Database["public"]["Functions"]["export_candidates"]["Returns"][number];

/** The fields of the file, in the form's order; a text of several lines is no column of a file. */
const columns = Object.keys(labels).filter((field) => !["summary", "links", "is_adult"].includes(field)) as (Field &
  keyof Exported)[];

/** The columns of the candidates' file. */
export const candidateColumns: readonly string[] = [
  ...columns.map((field) => labels[field]),
  "Consent",
  `Created (${company.timeZone})`,
  `Last activity (${company.timeZone})`,
  "Jobs applied for",
  "Last applied for",
  `Applied (${company.timeZone})`,
  `Answered (${company.timeZone})`,
  "Where it stands",
];

/** How many jobs somebody has applied for, and the last of them; null where there is none. */
const applicationsSchema = z
  .object({
    count: z.number(),
    job_title: z.string(),
    applied_at: z.string(),
    /** When they were taken on or turned down. */
    answered_at: z.string().nullable(),
    state: z.enum(entryStates),
    is_disowned: z.boolean(),
    shown_at: z.string().nullable(),
    turned_down_at: z.string().nullable(),
    is_application_withdrawn: z.boolean(),
  })
  .nullable();

function applicationCells(last: z.output<typeof applicationsSchema>): Cell[] {
  if (!last) return [0, "", "", "", ""];
  const { count, job_title, applied_at, answered_at } = last;
  const answered = answered_at && csvTime(answered_at, company.timeZone);
  return [count, job_title, csvTime(applied_at, company.timeZone), answered, stateOf(last).label];
}

/** A part of the candidates for a file, as the list's filters have it. The database logs that it leaves. */
export async function exportCandidates(
  context: Context,
  filters: CandidateFilters,
  place?: Pick<Exported, "created_at" | "id">,
): Promise<Result<CsvPart>> {
  const asked = mutateAsUser(context, (person) =>
    person.rpc("export_candidates", {
      ...questionOf(filters),
      ...(place ? { after_key: place.created_at, after_id: place.id } : {}),
    }),
  );
  const found = await parseColumn(asked, "applications", applicationsSchema);
  if (!found.ok) return found;
  const cellsOf = (candidate: (typeof found.value)[number]) => [
    ...columns.map((field) => candidate[field]),
    candidate.is_kept ? "yes" : "no",
    csvTime(candidate.created_at, company.timeZone),
    csvTime(candidate.last_activity_at, company.timeZone),
    ...applicationCells(candidate.applications),
  ];
  return { ok: true, value: partOf(found.value, cellsOf, (last) => exportCandidates(context, filters, last)) };
}
