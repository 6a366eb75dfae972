import fc from "fast-check";
import { expect, it } from "vitest";
import { csvCell, csvResponse, csvTime, type CsvPart } from "./csv";

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

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", "'", "a", "1", "＝", "é", "👋"),
  }),
);

it("gives back what was put in, cell by cell, and no cell is a formula", () => {
  const rows = fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, (table) => {
      const file = table.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
      const read = readCsv(file);
      expect(read).toHaveLength(table.length);
      for (const [index, row] of table.entries()) {
        for (const [place, value] of row.entries()) {
          const found = read[index]![place]!;
          expect(found).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          expect([value, `'${value}`]).toContain(found);
          // Only what would be one is changed.
          if (/^[a-z0-9é]/.test(value)) expect(found).toBe(value);
        }
      }
    }),
    { examples: [[[["=1+1", '@"x"', "+\n-"]]], [[["\t=A1", "\r=A1", "＝A1"]]]] },
  );
});

it("leaves a number the number it is", () => {
  expect([csvCell(-5), csvCell("-5"), csvCell(null), csvCell(true), csvCell(["=a", "b"])]).toEqual([
    '"-5"',
    `"'-5"`,
    '""',
    '"yes"',
    `"'=a; b"`,
  ]);
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
