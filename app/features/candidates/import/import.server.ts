import { z } from "zod";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { CsvPart } from "~/lib/format/csv";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { columnUses, guessColumns, hasHead, type ColumnUse } from "./columns";
import { readRow } from "./rows";
import { decodeTable, parseTable, type NoTable } from "./table";

const text = z.string().nullable();
const choices = ["leave", "fill", "make"] as const;

const rowSchema = z.object({
  place: z.number(),
  cells: z.array(z.string()),
  entries: z
    .object({ full_name: z.string(), email: text, phone: text, headline: text, city: text })
    .partial()
    .nullable(),
  problems: z.array(z.string()),
  twin_place: z.number().nullable(),
  choice: z.enum(choices).nullable(),
  outcome: z.enum(["made", "filled", "left", "wrong"]).nullable(),
  known_by: z.enum(["address", "number", "name"]).nullable(),
  is_hint: z.boolean(),
  candidate_id: text,
  known: z.object({ id: z.string(), full_name: z.string(), headline: text, city: text }).nullable(),
});
/** A row of a table, with whom we know already, and what became of it. */
export type ImportRow = z.output<typeof rowSchema>;

const countsSchema = z.object({
  all: z.number(),
  wrong: z.number(),
  known: z.number(),
  hint: z.number(),
  noted: z.number(),
  made: z.number(),
  filled: z.number(),
  left: z.number(),
});
/** How many rows came to what. */
export type Counts = z.output<typeof countsSchema>;

const summarySchema = z.object({
  id: z.string(),
  owner: z.string(),
  source: text,
  created_at: z.string(),
  done_at: text,
  undone_at: text,
  counts: countsSchema,
});
/** An import of the last day. */
export type ImportSummary = z.output<typeof summarySchema>;

const importSchema = summarySchema.extend({
  head: z.array(z.string()),
  columns: z.array(z.enum(columnUses.map(([use]) => use) as [ColumnUse, ...ColumnUse[]]).catch("")),
  has_head: z.boolean(),
  rows: z.array(rowSchema),
});
/** An import with a page of its rows. */
export type Import = z.output<typeof importSchema>;

/** Which rows of an import a page has. */
export type Shown = "all" | "wrong" | "known" | "hint" | "noted" | "kept";

/** The imports of the last day that the caller may see, the newest first. */
export function loadImports(context: Context): Promise<Result<ImportSummary[]>> {
  return parseResult(
    z.array(summarySchema),
    mutateAsUser(context, (person) => person.rpc("list_imports")),
  );
}

/** An import with rows from a place on; null for one that is not there, or not the caller's. */
export function loadImport(
  context: Context,
  id: string,
  { shown, after, size }: { shown: Shown; after: number; size: number },
): Promise<Result<Import | null>> {
  if (!isRowId(id)) return Promise.resolve({ ok: true, value: null });
  const page = { import: id, only_these: shown, after_place: after, size };
  return parseResult(
    importSchema.nullable(),
    mutateAsUser(context, (person) => person.rpc("read_import", page)),
  );
}

/** What a post has brought: the text of a file, or else what was pasted. */
export async function postedTable(body: FormData): Promise<string> {
  const file = body.get("file");
  if (file instanceof File && file.size > 0) return decodeTable(new Uint8Array(await file.arrayBuffer()));
  const pasted = body.get("table");
  return typeof pasted === "string" ? pasted : "";
}

type Staged = { head: string[]; columns: ColumnUse[]; has_head: boolean; rows: ReturnType<typeof readRow>[] };

/** A table's rows, read by its columns: guessed where nobody has chosen them. */
function readRows(cells: string[][], isHeaded: boolean, chosen: readonly ColumnUse[] | undefined): Staged {
  const names = isHeaded ? cells[0]! : cells[0]!.map((_, place) => `Column ${place + 1}`);
  const head = names.map((name, place) => name.trim().slice(0, 200) || `Column ${place + 1}`);
  const body = isHeaded ? cells.slice(1) : cells;
  const columns = [...(chosen ?? guessColumns(isHeaded ? cells[0]! : head.map(() => ""), body))];
  const rows = body.map((row, place) => readRow({ place: place + (isHeaded ? 2 : 1), cells: row }, { head, columns }));
  return { head, columns, has_head: isHeaded, rows };
}

/** A thousand rows are waited for longer than other calls: a little more than the database gives them. */
const patience = () => AbortSignal.timeout(22_000);

function stage(context: Context, form: string, { rows, ...reading }: Staged) {
  return mutateAsUser(context, (person) =>
    person.rpc("stage_import", { form, ...reading, rows }).abortSignal(patience()),
  );
}

/** Keeps a table as it is read, for its owner to look at. @returns a mistake where it is none */
export async function stageTable(context: Context, form: string, typed: string): Promise<Result<string> | NoTable> {
  const table = parseTable(typed);
  if ("mistake" in table) return table;
  const isHeaded = hasHead(table.rows);
  if (isHeaded && table.rows.length === 1) return { mistake: "There is a head and no row below it." };
  if (!isHeaded && table.rows.length > 1_000) return { mistake: "Use 1,000 rows or fewer at a time." };
  const staged = await stage(context, form, readRows(table.rows, isHeaded, undefined));
  return staged.ok ? { ok: true, value: form } : staged;
}

/** Reads a table that is kept once more, by columns that somebody has chosen. */
export async function readAgain(context: Context, id: string, columns: readonly ColumnUse[], isHeaded: boolean) {
  const found = await loadImport(context, id, { shown: "all", after: 0, size: 1_000 });
  if (!found.ok) return found;
  if (found.value === null) return { ok: false, message: "import_not_found", status: 404 } as const;
  const { head, has_head, rows } = found.value;
  const cells = [...(has_head ? [head] : []), ...rows.map((row) => row.cells)];
  if (isHeaded && cells.length === 1) return { ok: false, message: "import_has_no_row", status: 422 } as const;
  return stage(context, id, readRows(cells, isHeaded, columns));
}

/** Decides about rows, each by its place; "" leaves it to what holds for all. */
export function decideRows(
  context: Context,
  id: string,
  decisions: readonly (readonly [place: number, choice: string])[],
) {
  const [places, chosen] = [decisions.map(([place]) => place), decisions.map(([, choice]) => choice)];
  return mutateAsUser(context, (person) => person.rpc("decide_import", { import: id, places, choices: chosen }));
}

/** What a form decides about rows: by the place that stands in the name of each choice. */
export function decisionsOf(body: FormData): [place: number, choice: string][] {
  return [...body].flatMap(([name, value]): [number, string][] => {
    const place = /^row-(\d{1,6})$/.exec(name)?.[1];
    const isChoice = value === "" || choices.some((choice) => choice === value);
    return place && isChoice && typeof value === "string" ? [[Number(place), value]] : [];
  });
}

/** Imports a table, all or nothing. @param known what becomes of those whom we know already */
export function runImport(context: Context, id: string, known: string, source: string): Promise<Result<Counts>> {
  return parseResult(
    countsSchema,
    mutateAsUser(context, (person) => person.rpc("run_import", { import: id, known, source }).abortSignal(patience())),
  );
}

const undoneSchema = z.object({ removed: z.number(), reverted: z.number(), kept: z.number() });
export type Undone = z.output<typeof undoneSchema>;

/** Takes an import back, as far as nobody has touched what it has made. */
export function undoImport(context: Context, id: string): Promise<Result<Undone>> {
  return parseResult(
    undoneSchema,
    mutateAsUser(context, (person) => person.rpc("undo_import", { import: id }).abortSignal(patience())),
  );
}

/** Deletes a table that waits, with its rows. */
export function discardImport(context: Context, id: string) {
  return mutateAsUser(context, (person) => person.rpc("discard_import", { import: id }));
}

/** The rows that were not imported, as they stood, with why: to be mended and sent again. */
export async function leftOutFile(context: Context, id: string): Promise<Result<CsvPart>> {
  const found = await loadImport(context, id, { shown: "kept", after: 0, size: 1_000 });
  if (!found.ok) return found;
  if (found.value === null) return { ok: false, message: "import_not_found", status: 404 };
  const { head, rows } = found.value;
  return {
    ok: true,
    value: {
      head: [...head, "Row", "Why left out"],
      rows: rows.map((row) => [
        ...row.cells,
        row.place,
        row.outcome === "wrong"
          ? row.problems.join("; ")
          : `Known already${row.known ? `: ${row.known.full_name}` : ""}`,
      ]),
    },
  };
}
