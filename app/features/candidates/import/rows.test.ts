import { describe, expect, it } from "vitest";
import { labels } from "~/features/candidates/fields";
import { guessColumns, hasHead } from "./columns";
import { readRow, type RowEntries } from "./rows";

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
    [{ ECTC: "negotiable" }, "noted"],
  ])("with a pay %j is %j", (row, entries) => {
    const { problems, entries: found } = read({ Name: "Asha Rao", ...row });
    if (entries === "noted") expect([problems.length, found?.expected_pay_amount]).toEqual([1, undefined]);
    else expect([problems, found]).toEqual([[], { full_name: "Asha Rao", ...entries }]);
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
});
