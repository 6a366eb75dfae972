import { z } from "zod";
import { company } from "~/content/company";
import { pageOf, readPlace } from "~/lib/backend/cursor";
import { mutateAsUser, queryAsUser, parseResult } from "~/lib/backend/calls.server";
import { csvTime, partOf, type Cell, type CsvPart } from "~/lib/format/csv";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { groupWords, measures, type FigureFilters, type RowFilters } from "./measures";

/** Of each measure how many, the median of the seconds it took, and how many in the month before. */
const numbersSchema = z.record(z.string(), z.tuple([z.number(), z.number().nullable(), z.number()]));
export type Numbers = z.output<typeof numbersSchema>;

const groupSchema = z.object({ key: z.string(), name: z.string().nullable(), numbers: numbersSchema });

const figuresSchema = z.object({
  totals: numbersSchema,
  /** Those with the most; how many there are. */
  groups: z.array(groupSchema),
  group_count: z.number(),
});

const readSchema = figuresSchema.extend({
  /** Do they see everybody's, and may take the file? */
  is_manager: z.boolean(),
});

export type Figures = z.output<typeof readSchema>;

/** What the database calls the month and the grouping. */
const askedOf = ({ month, by }: FigureFilters) => ({ month: `${month}-01`, grouping_by: by });

/** Asks for the figures of a month. */
export async function loadFigures(context: Context, filters: FigureFilters) {
  const asked = queryAsUser(context, (person) => person.rpc("read_figures", askedOf(filters)));
  return parseResult(readSchema, asked);
}

/** The columns of the figures' file. */
export const figureColumns: readonly string[] = [
  "Group",
  ...measures.flatMap(([, label]) => [label, `${label}, month before`, `${label}, median hours`]),
];

function cellsOf(name: string, numbers: Numbers): Cell[] {
  const cells = measures.flatMap(([measure]) => {
    const [facts, median, before] = numbers[measure] ?? [0, null, 0];
    return [facts, before, median === null ? null : Math.round(median / 360) / 10];
  });
  return [name, ...cells];
}

/** The figures as a file, with every group. The database logs that it leaves. */
export async function exportFigures(
  context: Context,
  filters: FigureFilters,
  names: Record<string, string>,
): Promise<Result<CsvPart>> {
  const asked = mutateAsUser(context, (person) => person.rpc("export_figures", askedOf(filters)));
  const found = await parseResult(figuresSchema, asked);
  if (!found.ok) return found;
  const { totals, groups } = found.value;
  const lines = groups.map(({ key, name, numbers }) => cellsOf(groupWords(filters.by, key, name, names), numbers));
  return { ok: true, value: { rows: [cellsOf("All", totals), ...lines] } };
}

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    seconds: z.number().nullable(),
    item_id: z.string().nullable(),
    requirement_id: z.string().nullable(),
    candidate_id: z.string().nullable(),
    candidate: z.string().nullable(),
    title: z.string().nullable(),
    company: z.string().nullable(),
    client_id: z.string().nullable(),
    recruiter_id: z.string().nullable(),
    total: z.number(),
  }),
);

export type FigureRow = z.output<typeof rowsSchema>[number];

/** So many rows stand on a page. */
const PAGE_SIZE = 50;

function rowsAsked({ month, of, by, group }: RowFilters, place?: { at: string; id: string }) {
  return {
    month: `${month}-01`,
    measure: of,
    ...(by && group !== undefined ? { grouping_by: by, group_key: group } : {}),
    ...(place ? { after_at: place.at, after_id: place.id } : {}),
  };
}

/** Asks for a page of what a figure counts; 404 for a colleague's, where the caller reads their own alone. */
export async function loadFigureRows(context: Context, filters: RowFilters, before: string | null) {
  const place = readPlace(before);
  const wanted = rowsAsked(filters, place && { at: place[0], id: place[1] });
  const asked = mutateAsUser(context, (person) => person.rpc("list_figure_rows", wanted));
  const found = await parseResult(rowsSchema, asked);
  if (!found.ok) return found;
  const rows = found.value.map((row) => ({ ...row, created_at: row.at }));
  return { ok: true as const, value: { ...pageOf(rows, PAGE_SIZE), total: rows[0]?.total ?? 0 } };
}

/** The columns of the file of a figure's rows. */
export const rowColumns: readonly string[] = [
  `When (${company.timeZone})`,
  "Candidate",
  "What",
  "Company",
  "Recruiter",
  "Hours it took",
];

/** A part of what a figure counts, for a file. The database logs that it leaves. */
export async function exportFigureRows(
  context: Context,
  filters: RowFilters,
  names: Record<string, string>,
  place?: { at: string; id: string },
): Promise<Result<CsvPart>> {
  const asked = mutateAsUser(context, (person) => person.rpc("export_figure_rows", rowsAsked(filters, place)));
  const found = await parseResult(rowsSchema, asked);
  if (!found.ok) return found;
  const cells = (row: FigureRow): Cell[] => [
    csvTime(row.at, company.timeZone),
    row.candidate,
    row.title,
    row.company,
    names[row.recruiter_id ?? ""] ?? "",
    row.seconds === null ? null : Math.round(row.seconds / 360) / 10,
  ];
  const after = (last: FigureRow) => exportFigureRows(context, filters, names, last);
  return { ok: true, value: partOf(found.value, cells, after) };
}
