import type { Change } from "./result";
import { toLocalTime } from "./zoned-time";

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * What spreadsheets take for a formula when a cell begins with it; of the signs, as wide ones as well, since some read
 * those alike.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** What stands in a cell. */
export type Cell = string | number | boolean | null | undefined | readonly string[];

function textOf(value: Cell): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join("; ") : String(value);
}

/**
 * One cell: never a formula, whatever somebody has typed, and one cell wherever it is opened, so that each is quoted. A
 * number is what it is.
 */
export function csvCell(value: Cell): string {
  const text = textOf(value);
  const safe = typeof value !== "number" && FORMULA_START.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A moment as spreadsheets read it, in a zone that its column names: "2026-11-20 09:17". */
export function csvTime(moment: string, zone: string): string {
  return toLocalTime(new Date(moment), zone).replace("T", " ");
}

function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** One part of a list, and how to ask for the one after it; nothing on the last. */
export type CsvPart = { rows: readonly (readonly Cell[])[]; next?: (() => Promise<CsvPart>) | undefined };

/** So many rows of a list the database gives at a time. */
const PART_SIZE = 500;

/**
 * A part of a file, of what the database gave.
 *
 * @param cellsOf what stands in the line of a row
 * @param after asks for the part after a row; when it can't be had, the file breaks off
 */
export function partOf<Row>(
  found: readonly Row[],
  cellsOf: (row: Row) => readonly Cell[],
  after: (last: Row) => Promise<Change<CsvPart>>,
): CsvPart {
  const rows = found.map(cellsOf);
  const last = found.at(-1);
  if (found.length < PART_SIZE || !last) return { rows };
  return {
    rows,
    async next() {
      const part = await after(last);
      if (!part.ok) throw new Error(part.message);
      return part.value;
    },
  };
}

/**
 * A list as a file, which leaves part by part: no more than one is ever in memory. When a part can't be asked for, the
 * download breaks off: half a list must not look like a whole one.
 *
 * @param name the file's name
 * @param head the names of the columns
 * @param first the first part: asked for before, so that what is refused is no file
 */
export function csvResponse(name: string, head: readonly string[], first: CsvPart): Response {
  const encoder = new TextEncoder();
  let next: CsvPart["next"] = async () => first;
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await next?.();
      next = part?.next;
      const begin = isBegun ? "" : BYTE_ORDER_MARK + csvLines([head]);
      isBegun = true;
      controller.enqueue(encoder.encode(begin + csvLines(part?.rows ?? [])));
      if (!next) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
