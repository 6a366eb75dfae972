import { unguardCell } from "~/lib/format/csv";

/** So many rows a table may have beside its head, columns, and characters in a cell. */
export const MOST_ROWS = 1_000;
const MOST_COLUMNS = 60;
export const LONGEST_CELL = 5_000;

/** A table as it was read: each row as long as the longest. */
export type Table = { rows: string[][] };

/** Why a text is no table, in words for whoever sent it. */
export type NoTable = { mistake: string };

/** What no table of text begins with: of a workbook, which is a zip file, and of an older one. */
const WORKBOOKS = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"];

/** The text of a file: UTF-8, or UTF-16 as spreadsheets write it with their mark; what is neither is read as Windows writes it. */
export function decodeTable(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What parts the cells: the sign of which the first lines have the same number, most often; among equals the one they have most of. */
function separatorOf(text: string): string {
  const named = /^sep=([,;|\t])\r?\n/i.exec(text)?.[1];
  if (named) return named;
  const begin = text.slice(0, 50_000).replace(/"[^"]*"/g, "");
  const lines = begin.split(/\r\n?|\n/, 30).filter((line) => line.trim() !== "");
  const weigh = (sign: string) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    const [first = 0] = counts;
    return first === 0 ? 0 : counts.filter((count) => count === first).length + first / 1_000;
  };
  const [best] = ["\t", ",", ";", "|"].sort((one, other) => weigh(other) - weigh(one));
  return best!;
}

/**
 * Reads a table of text (RFC 4180, and what spreadsheets make of it): cells between quotes may hold separators and ends of
 * lines, "" is a quote. A quote that nothing closes is a sign like any other, from there to the end.
 */
export function parseTable(typed: string): Table | NoTable {
  if (WORKBOOKS.some((sign) => typed.startsWith(sign))) {
    return {
      mistake: "This is a workbook. In Excel choose File, Save As, CSV UTF-8; or copy its cells and paste them.",
    };
  }
  const text = typed.replace(/^\ufeff/, "").replaceAll("\u0000", "");
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let at = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  let closing = text.lastIndexOf('"');
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== "")) rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"' && cell === "" && at < closing) {
      const end = closingQuote(text, at);
      if (end === undefined) closing = -1;
      else {
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        // What stands behind a closing quote belongs to the cell as well.
        const rest = plainEnd(text, at, separator);
        cell += text.slice(at, rest);
        at = rest;
        continue;
      }
    }
    if (sign === separator) {
      endCell();
      at += 1;
    } else if (sign === "\n" || sign === "\r") {
      endRow();
      at += sign === "\r" && text[at + 1] === "\n" ? 2 : 1;
    } else {
      const end = Math.max(plainEnd(text, at, separator), at + 1);
      cell += text.slice(at, end);
      at = end;
    }
    if (row.length > MOST_COLUMNS) return { mistake: `Use ${MOST_COLUMNS} columns or fewer.` };
    if (rows.length > MOST_ROWS + 1)
      return { mistake: `Use ${MOST_ROWS.toLocaleString("en")} rows or fewer at a time.` };
  }
  endRow();
  if (rows.length === 0) return { mistake: "There is nothing in it. Paste the cells, or choose a file." };
  const width = Math.max(...rows.map(({ length }) => length));
  if (width > MOST_COLUMNS) return { mistake: `Use ${MOST_COLUMNS} columns or fewer.` };
  return {
    rows: rows.map((cells) =>
      Array.from({ length: width }, (_, place) => unguardCell((cells[place] ?? "").slice(0, LONGEST_CELL))),
    ),
  };
}

/** Where the quote stands that closes the one at a place; undefined where none does. */
function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

/** Where a cell without quotes ends. */
function plainEnd(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
