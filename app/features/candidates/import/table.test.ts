import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvCell } from "~/lib/format/csv";
import { decodeTable, LONGEST_CELL, MOST_ROWS, parseTable } from "./table";

const rowsOf = (text: string) => {
  const table = parseTable(text);
  return "rows" in table ? table.rows : table.mistake;
};

describe("a table as people have it", () => {
  it.each([
    [
      "a file of commas",
      'Name,City\r\n"Rao, Asha","Pune ""West"""\r\n',
      [
        ["Name", "City"],
        ["Rao, Asha", 'Pune "West"'],
      ],
    ],
    [
      "pasted cells",
      "Name\tSkills\nAsha\tTIG, MIG, arc\nRavi\tC++",
      [
        ["Name", "Skills"],
        ["Asha", "TIG, MIG, arc"],
        ["Ravi", "C++"],
      ],
    ],
    [
      "semicolons, as spreadsheets in Germany write",
      "Name;Pay\rAsha;1,5\rRavi;2,5",
      [
        ["Name", "Pay"],
        ["Asha", "1,5"],
        ["Ravi", "2,5"],
      ],
    ],
    [
      "a separator that is named",
      "sep=|\r\nName|City\r\nA;b|c",
      [
        ["Name", "City"],
        ["A;b", "c"],
      ],
    ],
    [
      "a mark, blank lines and short rows",
      "\ufeffName,City\n\n,\nAsha\n",
      [
        ["Name", "City"],
        ["Asha", ""],
      ],
    ],
    [
      "an end of line within a cell",
      'Name,Summary\nAsha,"one\ntwo"',
      [
        ["Name", "Summary"],
        ["Asha", "one\ntwo"],
      ],
    ],
    [
      "a quote that nothing closes",
      'Name,Size\n"Asha,5 pipe\nRavi,6',
      [
        ["Name", "Size"],
        ['"Asha', "5 pipe"],
        ["Ravi", "6"],
      ],
    ],
    [
      "signs within a cell",
      'Name,Size\n"A"b,5"\nc,d',
      [
        ["Name", "Size"],
        ["Ab", '5"'],
        ["c", "d"],
      ],
    ],
    [
      "NULs",
      "Name,City\u0000\nAs\u0000ha,Pune",
      [
        ["Name", "City"],
        ["Asha", "Pune"],
      ],
    ],
    ["one column", "Asha\nRavi", [["Asha"], ["Ravi"]]],
  ])("is read: %s", (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it.each([
    ["a workbook", "PK\u0003\u0004rest", "This is a workbook."],
    ["nothing", " \r\n,,\n", "There is nothing in it."],
    ["a million commas", ",".repeat(1_000_000), "Use 60 columns or fewer."],
    ["too many rows", "a,b\n".repeat(MOST_ROWS + 2), "Use 1,000 rows or fewer at a time."],
  ])("is none: %s", (_, text, words) => {
    expect(rowsOf(text)).toContain(words);
  });

  it("is read in whatever encoding a spreadsheet writes it", () => {
    const utf16 = Buffer.from("\ufeffName\tरवि", "utf16le");
    for (const bytes of [utf16, Buffer.from(utf16).swap16(), Buffer.from("\ufeffName\tरवि")]) {
      expect(rowsOf(decodeTable(bytes))).toEqual([["Name", "रवि"]]);
    }
    expect(decodeTable(Buffer.from([0x4a, 0x6f, 0x73, 0xe9]))).toBe("José");
  });

  it("takes no longer for quotes without end than for as many letters", () => {
    for (const text of ['"'.repeat(1_000_001), '"a,'.repeat(20) + '\n"b'.repeat(500), '""","'.repeat(10)]) {
      expect(rowsOf(text)).toBeDefined();
    }
  });
});

// Half of what stands in our files begins as a formula would, and comes back as it was.
const sign = fc.constantFrom(..."=+-@'\";,\t\n|x0 9".split(""), "0919876543210", "é", "'=");
const cell = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join("").slice(0, LONGEST_CELL));

it("reads what the export writes as it was, but for blanks around it", () => {
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
      const read = rowsOf(`"Head","Head"\r\n${text}`);
      // A row of nothing at all is none, however wide it is.
      const kept = rows.filter((row) => row.some((each) => csvCell(each).slice(1, -1).trim() !== ""));
      const width = Math.max(2, ...kept.map(({ length }) => length));
      // An apostrophe of somebody's own before such a sign is taken for ours: it has no place in a name or a number.
      const said = (each = "") => each.replace(/'+(?=\s*[=+\-@\t\n0-9])/g, "").trim();
      expect(Array.isArray(read) ? read.slice(1).map((row) => row.map(said)) : read).toEqual(
        kept.map((row) => Array.from({ length: width }, (_, place) => said(row[place]))),
      );
    }),
    { numRuns: 500 },
  );
});
