import type { Result } from "~/lib/result";
import { toLocalTime } from "./zoned-time";

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** What a formula begins with; of the signs, as wide ones as well, since some spreadsheets read those alike. */
const SIGN = "[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]";
/** A space of any kind, but no tab and no end of a line. */
const BLANK = "[^\\S\\t\\r\\n]";

/**
 * A sign that a formula would begin with: at the beginning of a cell, and wherever a program that splits at semicolons or
 * tabs begins one, since a quote in the middle protects nothing from those. Blanks and quotes between count for nothing.
 * The sign is looked for first, and then what is before it: a long run of spaces costs no more.
 */
const FORMULA = new RegExp(`${SIGN}(?<=(?:^\\s*|[;\\t\\r\\n][\\s"]*)${SIGN})`, "g");
/** A tab or the end of a line where a cell may begin: some programs leave it out, and read on. */
const FEED = new RegExp(`^${BLANK}*[\\t\\r\\n]|\\t(?<=[;\\r\\n](?:${BLANK}|")*\\t)`, "g");
/** One that such a program splits at, last in a cell: the quote behind it would begin the next one. */
const LAST = /[;\t\r\n]$/;

/** Digits that a spreadsheet would make a number of, and another one: one that begins with 0, or has more than eleven. */
const LONG_NUMBER = /^\s*(?=0|(?:\p{Nd}\s*){12})(?:\p{Nd}\s*){2,}$/u;

/** What stands in a cell. */
export type Cell = string | number | boolean | null | undefined | readonly string[];

function cellText(value: Cell): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join("; ") : String(value);
}

/**
 * One cell: one wherever it is opened at commas, so that each is quoted, and never the beginning of a formula, whatever
 * somebody has typed and whether the file is split at commas, semicolons or tabs. What would be one has an apostrophe
 * before it: "+91 120 555 0177" stays that number, as text. So does one of digits alone, "0096178908941" or "919876543210",
 * which spreadsheets would show as 9.61789E+10.
 */
export function csvCell(value: Cell): string {
  const text = typeof value === "string" ? value.replace(LONG_NUMBER, "'$&") : cellText(value);
  const safe = text.replace(FORMULA, "'$&").replace(FEED, "'$&").replace(LAST, "$& ");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** An apostrophe that `csvCell` has put before what would be a formula, or before digits. */
const GUARD = new RegExp(`'(?=${SIGN}|${BLANK}*[\\t\\r\\n])(?<=(?:^\\s*|[;\\t\\r\\n][\\s"]*)')`, "g");

/** What stood in a cell before `csvCell`: a file of ours that comes back says what it said. */
export function unguardCell(text: string): string {
  return LONG_NUMBER.test(text.replace(/^(\s*)'/, "$1")) ? text.replace("'", "") : text.replace(GUARD, "");
}

/** A moment as spreadsheets read it, in a zone that its column names: "2026-11-20 09:17". */
export function csvTime(moment: string, zone: string): string {
  return toLocalTime(new Date(moment), zone).replace("T", " ");
}

function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** One part of a list, and how to ask for the one after it; nothing on the last. */
export type CsvPart = {
  rows: readonly (readonly Cell[])[];
  /** The names of the columns, of a first part that has its own. */
  head?: readonly string[];
  next?: (() => Promise<CsvPart>) | undefined;
};

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
  after: (last: Row) => Promise<Result<CsvPart>>,
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
      const begin = isBegun ? "" : BYTE_ORDER_MARK + csvLines([first.head ?? head]);
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
