import { describe, expect, it, onTestFinished, vi } from "vitest";
import { labels } from "~/features/candidates/fields";
import { readAmount } from "~/lib/schema/money";
import { columnUses, guessColumns, hasHead, type ColumnUse } from "./columns";
import { NO_UNIT, readRow, type RowEntries } from "./rows";
import { parseTable } from "./table";

const read = (row: Record<string, string>) => {
  const [head, cells] = [Object.keys(row), Object.values(row)];
  return readRow({ place: 2, cells }, { head, columns: guessColumns(head, [cells]) }, 2026);
};
const entriesOf = (row: Record<string, string>): RowEntries | null => read({ Name: "Asha Rao", ...row }).entries;

describe("the columns of a table", () => {
  it("are known by their names, ours among them", () => {
    const ours = Object.entries(labels).filter(([field]) => field !== "is_adult");
    expect(
      guessColumns(
        ours.map(([, label]) => label),
        [],
      ),
    ).toEqual(ours.map(([field]) => field));
    expect(
      guessColumns(["Candidate Name", "Mobile No.", "EMAIL ID", "Key Skills", "Current Location", "ECTC", "NP"], []),
    ).toEqual(["full_name", "phone", "email", "skills", "city", "expected_pay_amount", "notice_period"]);
  });

  it("are known by what stands in them where nothing names them", () => {
    const rows = [
      ["1", "Asha Rao", "98450 11223", "asha@a.example"],
      ["2", "Ravi K", "98450 11224", "ravi@a.example"],
    ];
    expect([hasHead(rows), guessColumns(["", "", "", ""], rows)]).toEqual([false, ["", "full_name", "phone", "email"]]);
    expect(
      hasHead([
        ["S. No", "Wer", "Tel"],
        ["1", "Asha", "98450 11223"],
      ]),
    ).toBe(true);
  });

  it("are left out where they say what is told only, or what we keep of nobody", () => {
    const told = [
      "Consent",
      "Created (Asia/Kolkata)",
      "Last contact (Asia/Kolkata)",
      "Last activity (Asia/Kolkata)",
      "Current CTC",
      "Gender",
      "Religion",
      "PAN",
    ];
    expect(guessColumns(told, [told.map(() => "x y z")])).toEqual(told.map(() => ""));
    const forced = readRow(
      { place: 2, cells: ["Asha", "F"] },
      { head: ["Name", "Gender"], columns: ["full_name", "summary_line"] },
      2026,
    );
    expect(forced.entries).toEqual({ full_name: "Asha" });
  });
});

describe("a row", () => {
  it.each<[Record<string, string>, RowEntries]>([
    [{ Skills: "TIG, MIG; arc/plasma | C++" }, { skills: ["TIG", "MIG", "arc", "plasma", "C++"] }],
    [{ Phone: "98450 11223 / 011-2345678" }, { phone: "98450 11223 / 011-2345678" }],
    [{ Mobile: "98450 11223", Phone: "98450 11224" }, { phone: "98450 11223 / 98450 11224" }],
    [{ Email: "Asha@Mail.Example; second@mail.example" }, { email: "asha@mail.example" }],
    [{ Email: "N/A", Notice: "15 days, then free" }, { notice_period: "15 days, then free" }],
    [{ "First Name": "Asha", Surname: "Rao" }, { full_name: "Asha Rao" }],
    [{ Experience: "6 years", Remarks: "Calls back" }, { summary: "Experience: 6 years\nCalls back" }],
    [{ Linkedin: "linkedin.com/in/asha", Url: "https://a.example/x" }, { links: ["https://a.example/x"] }],
  ])("%j is %j", (row, entries) => {
    const { Name: _, ...rest } = { Name: "", ...row };
    expect(entriesOf("First Name" in row ? { ...rest, Name: "" } : row)).toEqual({ full_name: "Asha Rao", ...entries });
  });

  it.each<[Record<string, string>, RowEntries | "noted"]>([
    [{ ECTC: "12 LPA" }, { expected_pay_amount: 1_200_000, expected_pay_currency: "INR", expected_pay_unit: "year" }],
    [{ ECTC: "50k pm" }, { expected_pay_amount: 50_000, expected_pay_currency: "INR", expected_pay_unit: "month" }],
    [
      { ECTC: "1,20,000 per year", Country: "India" },
      { expected_pay_amount: 120_000, expected_pay_currency: "INR", expected_pay_unit: "year", country: "India" },
    ],
    [
      { "Expected pay": "50000", Currency: "INR", "Paid for": "month" },
      { expected_pay_amount: 50_000, expected_pay_currency: "INR", expected_pay_unit: "month" },
    ],
    [{ ECTC: "50k pm", Country: "Oman" }, "noted"],
    [{ ECTC: "50000" }, "noted"],
    [{ ECTC: "26k" }, "noted"],
    [{ ECTC: "negotiable" }, "noted"],
  ])("with a pay %j is %j", (row, entries) => {
    const { problems, entries: found } = read({ Name: "Asha Rao", ...row });
    if (entries === "noted") expect([problems.length, found?.expected_pay_amount]).toEqual([1, undefined]);
    else expect([problems, found]).toEqual([[], { full_name: "Asha Rao", ...entries }]);
  });

  it.each(["25000", "22,000", "26k"])("with a pay %j, has the unit that is chosen for those that say none", (typed) => {
    const chosen = (pay: ColumnUse, cell: string) =>
      readRow({ place: 2, cells: ["Asha", cell] }, { head: ["Name", "CTC"], columns: ["full_name", pay] }, 2026);
    const { value } = readAmount(typed)!;
    for (const [use, unit] of [
      ["pay_month", "month"],
      ["pay_year", "year"],
    ] as const) {
      const pay = { expected_pay_amount: value, expected_pay_currency: "INR", expected_pay_unit: unit };
      expect(chosen(use, typed)).toMatchObject({ problems: [], entries: pay });
    }
    // What says its own keeps it.
    expect(chosen("pay_month", "3 LPA").entries).toMatchObject({ expected_pay_unit: "year" });
    expect(chosen("expected_pay_amount", typed).problems.join()).toContain(NO_UNIT);
  });

  it("with a number that nobody can dial says so", () => {
    expect(read({ Name: "Asha", Phone: "12345" })).toMatchObject({
      entries: { phone: "12345" },
      problems: [expect.stringContaining("12345")],
    });
    expect(read({ Name: "Asha", Phone: "98450 11223" }).problems).toEqual([]);
  });

  it.each([
    [{ Name: " " }, "The name is missing"],
    [{ Name: "Asha", Email: "asha at home" }, "is no email address"],
    [{ Name: "Asha", Age: "17" }, "under 18"],
    [{ Name: "Asha", DOB: "01/02/2012" }, "under 18"],
  ])("%j can't be taken", (row, words) => {
    const { entries, problems } = read(row);
    expect([entries, problems.join()]).toEqual([null, expect.stringContaining(words) as string]);
  });

  it("of somebody who is 18 this year is taken where the agency is in this year already", () => {
    vi.setSystemTime("2026-12-31T18:30:00Z");
    onTestFinished(() => void vi.useRealTimers());
    const row = { place: 2, cells: ["Asha", "2009"] };
    expect(readRow(row, { head: ["Name", "DOB"], columns: ["full_name", "age"] }).problems).toEqual([]);
  });
});

// The one thread reads a table for everybody: what takes time by the square of a cell's length takes minutes of these, and the test's
// time is over.
describe("a table of one sign again and again", () => {
  const LENGTH = 60_000;
  it.each([..."\t,; *:x.-1'\"@+(/=0", "a@", "@.", "x ", "a@b.", "1.", "+1 ", ", ", "'=", "* ", "p. ", "\u00a0", "é"])(
    "of %j is read in time",
    (part) => {
      const cell = part.repeat(LENGTH / part.length);
      const quoted = `"${`${cell}x`.replaceAll('"', '""')}"`;
      for (const text of [cell, `a@${cell} x`, quoted, `x,${quoted}\n`.repeat(20)]) {
        const table = parseTable(text);
        if ("mistake" in table) expect(table.mistake).not.toBe("");
        else for (const row of table.rows) for (const one of row) expect(one.length).toBeLessThanOrEqual(5_000);
      }
      const uses = columnUses.map(([use]) => use);
      for (const long of [cell, `${cell}x`, `a@${cell} x`, `x ${cell}@`].map((each) => each.slice(0, 5_000))) {
        // Each as what any column may be, and as the whole head.
        const rows = Array.from({ length: 40 }, () => uses.map(() => long));
        expect(typeof hasHead([rows[0]!.map(() => `${long.slice(1)}x`), ...rows])).toBe("boolean");
        const ends = Array.from({ length: 300 }, () => `${long.slice(0, 4_998)}x`);
        expect(guessColumns(ends, rows)).toHaveLength(300);
        const columns: ColumnUse[] = uses.map((use) => (use === "full_name" ? "" : use));
        const head = [...uses.map(() => long.slice(0, 200)), "Name"];
        for (const cells of rows) {
          const read = readRow(
            { place: 2, cells: [...cells, "Asha"] },
            { head, columns: [...columns, "full_name"] },
            2026,
          );
          expect(read.problems.length).toBeLessThan(41);
        }
      }
    },
    20_000,
  );
});
