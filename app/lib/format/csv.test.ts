import fc from "fast-check";
import { expect, it } from "vitest";
import { csvCell, csvResponse, csvTime, type Cell, type CsvPart } from "./csv";

/** Half a pair as well, and whole ones. fast-check's own unit of any sign takes a worker of vitest seconds to make. */
const anySign = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u{1f44b}", "\u{1d49c}", "\u{1d173}", "\u{20000}", "\u{e0001}", "\u{e0041}", "\u{10ffff}"),
);

/** Reads a file as a spreadsheet does (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1]!.replaceAll('""', '"'));
    if (match[2] === ",") continue;
    rows.push(row);
    row = [];
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error("not all of it could be read");
}

/**
 * Reads a file as programs do that split it at something else, in the way that Python's csv and spreadsheets share: a
 * quote counts where a cell begins, two are one, and what follows the closing one belongs to the cell.
 */
function splitAt(delimiter: string, text: string, skipsBlanks: boolean): string[] {
  const cells: string[] = [];
  let cell = "";
  let state: "begin" | "plain" | "quoted" | "closed" = "begin";
  for (const letter of text) {
    if (state === "quoted") {
      if (letter === '"') state = "closed";
      else cell += letter;
    } else if (letter === delimiter || letter === "\n" || letter === "\r") {
      cells.push(cell);
      cell = "";
      state = "begin";
    } else if (state === "closed" && letter === '"') {
      cell += letter;
      state = "quoted";
    } else if (state === "begin" && letter === '"') {
      state = "quoted";
    } else if (state !== "begin" || letter !== " " || !skipsBlanks) {
      cell += letter;
      state = "plain";
    }
  }
  return [...cells, cell];
}

const nasty = fc.oneof(
  fc.string({ unit: anySign }),
  fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", "'", " ", "a", "1", "＝", "é", "👋"),
  }),
);
const tables = fc.array(fc.array(fc.oneof(nasty, fc.integer()), { minLength: 3, maxLength: 3 }), { minLength: 1 });
const fileOf = (table: readonly (readonly Cell[])[]) =>
  table.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

it("gives back what was put in, cell by cell, but for what keeps it from being a formula", () => {
  const bare = (text: string) => text.replaceAll("'", "").replace(/ $/, "");
  fc.assert(
    fc.property(tables, (table) => {
      const read = readCsv(fileOf(table));
      expect(read).toHaveLength(table.length);
      for (const [index, row] of table.entries()) {
        for (const [place, value] of row.entries()) {
          const found = read[index]![place]!;
          expect(bare(found)).toBe(bare(String(value)));
          // Only what would be one is changed.
          if (/^[a-z0-9é][^;\t\r\n]*$/.test(String(value))) expect(found).toBe(String(value));
        }
      }
    }),
    { examples: [[[["=1+1", '@"x"', "+\n-"]]], [[["\t=A1", "\r=A1", "＝A1"]]]] },
  );
});

it.each([
  ["commas", ","],
  ["semicolons", ";"],
  ["tabs", "\t"],
])("begins no formula where it is split at %s", (_, delimiter) => {
  fc.assert(
    fc.property(tables, fc.boolean(), (table, skipsBlanks) => {
      for (const cell of splitAt(delimiter, fileOf(table), skipsBlanks)) {
        // With whatever shows nothing left out, too.
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        if (!skipsBlanks) expect(cell).not.toMatch(/^[^\S\t\r\n]*[\t\r\n]/);
      }
    }),
    {
      numRuns: 2_000,
      examples: [
        [[["a", "Acme;=cmd|'/C calc'!A0;x", "b"]], false],
        [[["a", "Acme\t=cmd|'/C calc'!A0", "b\n=1+1"]], false],
        [[["a", 'x;"=1+1"', "b; -2"]], true],
        [
          [
            ["a", "b", "c;"],
            ["=d", "e\n", "\n\tf"],
          ],
          false,
        ],
        [[["a;", "\t;", -5]], true],
      ],
    },
  );
});

it.each<[Cell, string]>([
  ["Acme; Sons", "Acme; Sons"],
  ["Acme;=1+1;x", "Acme;'=1+1;x"],
  ["+91 120 555 0177", "'+91 120 555 0177"],
  ["Cooks:\n- rice\n- dal;\n\nFull time, 5-6 days", "Cooks:\n'- rice\n'- dal;\n\nFull time, 5-6 days"],
  ["Mix C++ and C#; a=b", "Mix C++ and C#; a=b"],
  [["=a", "-b", "c"], "'=a; '-b; c"],
  ["0096178908941", "'0096178908941"],
  ["919876543210", "'919876543210"],
  [" 0120 456 7890", "' 0120 456 7890"],
  ["९१९८७६५४३२१०", "'९१९८७६५४३२१०"],
  ["9876543210", "9876543210"],
  ["98765 43210 / 98111 22233", "98765 43210 / 98111 22233"],
  ["0", "0"],
  [919_876_543_210, "919876543210"],
  [-5, "'-5"],
  [12_000, "12000"],
  [null, ""],
  [true, "yes"],
])("reads well: %j is %j", (value, expected) => {
  expect(csvCell(value)).toBe(`"${expected}"`);
});

it("leaves no telephone number that a spreadsheet would make another one of, and still no formula", () => {
  const digits = fc.array(fc.constantFrom(..."0123456789", " "), { minLength: 2, maxLength: 18 });
  fc.assert(
    fc.property(digits, fc.constantFrom("", "+", "00", " "), (signs, before) => {
      const text = before + signs.join("");
      const [[cell]] = readCsv(`${csvCell(text)}\r\n`) as [[string]];
      // Read as a number it would be written otherwise, or as 9.2E+11.
      const number = cell.replace(/\s/g, "");
      if (/^[0-9]+$/.test(number))
        expect(number === "0" || (!number.startsWith("0") && number.length <= 11)).toBe(true);
      expect(cell.replace(/^'/, "")).toBe(text);
      expect(cell).not.toMatch(/^\s*\+/);
    }),
  );
});

it("costs no more in a long run", () => {
  const runs = ["\n", '"', " ", ";", "\t", "\r\n", '\n"'].map((unit) => unit.repeat(200_000));
  for (const run of runs) expect(csvCell(`a${run}b`).length).toBeGreaterThan(run.length);
});

/** Parts one after another, asked for one at a time. */
function parts(count: number, asked: number[]): CsvPart {
  const part = (index: number): CsvPart => ({
    rows: [[index]],
    ...(index + 1 < count
      ? {
          next: async () => {
            asked.push(index + 1);
            return part(index + 1);
          },
        }
      : {}),
  });
  return part(0);
}

it("is UTF-8 with a mark, has its head once, and each part in its turn", async () => {
  const asked: number[] = [];
  const response = csvResponse("x.csv", ["Né"], parts(3, asked));
  expect(asked).toEqual([]);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('"Né"\r\n"0"\r\n"1"\r\n"2"\r\n');
  expect(asked).toEqual([1, 2]);
});

it("breaks off when a part can't be had", async () => {
  const response = csvResponse("x.csv", ["a"], { rows: [], next: () => Promise.reject(new Error("down")) });
  await expect(response.text()).rejects.toThrow("down");
});

it("writes a moment as spreadsheets read it, on the clock of a zone", () => {
  expect(csvTime("2026-11-20T19:00:00.123456+00:00", "Asia/Kolkata")).toBe("2026-11-21 00:30");
});
