import { describe, expect, it } from "vitest";
import { draftEntries } from "./form/draft-entries";
import { fieldNames, type Field } from "./fields";
import { today } from "~/lib/format/clock";
import { requirementSchema } from "./schema";

/** The form with nothing in it but what it must have. */
const right = {
  ...draftEntries(new FormData()),
  job_title: "Fitter",
  job_type: "permanent",
  location: "Linz",
  currency: "USD",
  required_skills: ["Hydraulics"],
  job_description: "Fit pumps.",
  positions_count: "1",
  priority: "medium",
};

function errorsOf(change: Partial<Record<Field, unknown>>): Record<string, string> {
  const { error } = requirementSchema.safeParse({ ...right, ...change });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
}

describe("requirementSchema", () => {
  it("sends empty optional entries as null", () => {
    expect(requirementSchema.parse(right)).toMatchObject({
      department: null,
      min_experience: null,
      max_salary: null,
      expected_start_date: null,
      deadline: null,
      notes: null,
      remote_allowed: false,
      positions_count: 1,
    });
  });

  it.each([
    ["12,00,000", 1_200_000],
    ["१२,००,०००", 1_200_000],
    ["₹ 500000", 500_000],
    ["5 00 000", 500_000],
    ["$1,250.50", 1250.5],
    ["€ 50\u00a0000", 50_000],
    ["42000.5", 42_000.5],
    ["42,000.", 42_000],
  ])("reads %s as the salary it is", (typed, salary) => {
    const answered = { ...right, min_salary: typed, pay_answered: "currency period" };
    expect(requirementSchema.parse(answered).min_salary).toBe(salary);
  });

  it("asks about the pay once, at the currency; what is filed has no answer in it", () => {
    const typed = { ...right, location: "Noida", min_salary: "3.5 lakh" };
    expect(Object.keys(errorsOf({ location: "Noida", min_salary: "3.5 lakh" }))).toEqual(["currency"]);
    const filed = requirementSchema.parse({ ...typed, pay_answered: "currency" });
    expect(filed).toMatchObject({ currency: "USD", min_salary: 350_000 });
    expect(Object.keys(filed).sort()).toEqual([...fieldNames].sort());
  });

  it("says how a salary is written that could be read in two ways", () => {
    expect(errorsOf({ min_salary: "42.000" })).toEqual({
      min_salary: "Enter one amount, such as 50000 or 3.5 lakh, for the min salary",
    });
  });

  it("says of each field that is wrong which it is", () => {
    const [long, wrong] = ["x".repeat(10_001), "many"];
    const texts = ["job_title", "department", "location", "job_description", "responsibilities", "benefits", "notes"];
    const numbers = ["min_experience", "max_experience", "min_salary", "max_salary"];
    const entries = [...texts.map((name) => [name, long]), ...numbers.map((name) => [name, wrong])];
    const messages = Object.values(errorsOf(Object.fromEntries(entries) as Partial<typeof right>));
    expect(messages).toHaveLength(entries.length);
    expect(new Set(messages).size).toBe(entries.length);
  });

  it("reads numbers, ticks, dates and skills", () => {
    const parsed = requirementSchema.parse({
      ...right,
      min_experience: " two ",
      max_experience: "१५+ years",
      min_salary: "-1.5",
      max_salary: "1e5",
      remote_allowed: "on",
      expected_start_date: "29.2.2032",
      deadline: today(),
      required_skills: [" a ", "", "  ", "b  c", "a"],
    });
    expect(parsed).toMatchObject({
      min_experience: 2,
      max_experience: 15,
      min_salary: -1.5,
      max_salary: 100_000,
      remote_allowed: true,
      expected_start_date: "2032-02-29",
      required_skills: ["a", "b c"],
    });
  });

  it("asks about a start that is hardly meant, beside it, until that was answered", () => {
    const entries = { ...right, expected_start_date: "1990-01-01" };
    expect(requirementSchema.safeParse(entries).error?.issues).toMatchObject([{ path: ["expected_start_date"] }]);
    expect(requirementSchema.parse({ ...entries, pay_answered: "start" }).expected_start_date).toBe("1990-01-01");
  });

  it.each<[Field, unknown]>([
    ["job_title", " "],
    ["job_title", "x".repeat(201)],
    ["job_type", ""],
    ["job_type", "intern"],
    ["location", ""],
    ["job_description", "\n"],
    ["job_description", "x".repeat(10_001)],
    ["positions_count", ""],
    ["positions_count", "0"],
    ["positions_count", "1.5"],
    ["positions_count", "-1"],
    ["positions_count", "³"],
    ["min_experience", "-1"],
    ["min_experience", "1.5"],
    ["min_experience", "abc"],
    ["max_experience", "101"],
    ["min_experience", "two hundred years"],
    ["min_salary", "lots"],
    ["min_salary", "1e999"],
    ["max_salary", "NaN"],
    ["max_salary", "0x10"],
    ["min_salary", "999999999999.999"],
    ["min_salary", "1000000000000"],
    ["max_salary", "0.001"],
    ["min_salary", "42.000"],
    ["max_salary", "€ 55.000"],
    ["max_salary", "1.250.000"],
    ["max_salary", "1.250,50"],
    ["min_salary", "42000,50"],
    ["max_salary", "1,250.000"],
    ["min_experience", "10.000"],
    ["job_title", "\u200b\u3164"],
    ["job_title", "\u0085"],
    ["required_skills", ["\u200b"]],
    ["currency", "BTC"],
    ["priority", ""],
    ["required_skills", []],
    ["required_skills", ["  "]],
    ["required_skills", ["x".repeat(101)]],
    ["preferred_skills", Array.from({ length: 51 }, (_, index) => `skill ${index}`)],
    ["expected_start_date", "2026-02-30"],
    ["expected_start_date", "tomorrow"],
    ["expected_start_date", "0000-01-01"],
    ["expected_start_date", "1899-12-31"],
    ["deadline", "3000-01-01"],
    ["deadline", "2001-01-01"],
  ])("refuses %s %j at its field", (field, value) => {
    expect(Object.keys(errorsOf({ [field]: value }))).toEqual([field]);
  });

  it("puts a range that is upside down at its maximum", () => {
    expect(errorsOf({ min_experience: "5", max_experience: "4", min_salary: "2", max_salary: "1" })).toEqual({
      max_experience: "The maximum experience must not be below the minimum",
      max_salary: "The maximum salary must not be below the minimum",
    });
    expect(errorsOf({ min_experience: "5", max_experience: "5", min_salary: "20000" })).toEqual({});
  });
});
