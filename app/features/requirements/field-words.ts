import { dayWords } from "~/lib/date-format";
import { moneyWords, numberWords } from "~/lib/number-format";
import { jobTypes, priorities, type Requirement } from "./schema";

/** A field of a requirement, by its name in the form and the database. */
export type Field = keyof Requirement;

/** What each is called, in the form's order. */
export const fieldLabels: Record<Field, string> = {
  job_title: "Job title",
  job_type: "Job type",
  department: "Department",
  location: "Location",
  remote_allowed: "Remote allowed",
  min_experience: "Min experience",
  max_experience: "Max experience",
  min_salary: "Min salary",
  max_salary: "Max salary",
  currency: "Currency",
  required_skills: "Required skills",
  preferred_skills: "Preferred skills",
  education_requirements: "Education",
  job_description: "Job description",
  responsibilities: "Responsibilities",
  benefits: "Benefits",
  positions_count: "Positions",
  priority: "Priority",
  expected_start_date: "Expected start",
  deadline: "Deadline",
  notes: "Notes",
};

/** The fields, in the form's order. */
export const fields = Object.keys(fieldLabels) as Field[];

/** What the form calls its choices. */
const choices = new Map<string, string>([
  ...jobTypes.map(([value, label]) => [`job_type ${value}`, label] as const),
  ...priorities.map(([value, label]) => [`priority ${value}`, label] as const),
]);

/** For whom something is told: an amount has a currency, and the reader a language. */
export type Telling = { currency: string; locale: string };

/** "1 year", "3 years". */
function yearsWords(years: number, locale: string): string {
  return `${numberWords(years, locale)} ${years === 1 ? "year" : "years"}`;
}

/** What stands in a field, in words; empty when nothing does. */
export function fieldWords(field: Field, value: unknown, { currency, locale }: Telling): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (field === "min_salary" || field === "max_salary") return moneyWords(value, currency, locale);
    if (field === "min_experience" || field === "max_experience") return yearsWords(value, locale);
    return numberWords(value, locale);
  }
  if (typeof value !== "string" || value === "") return "";
  if (field === "expected_start_date" || field === "deadline") return dayWords(value, locale);
  return choices.get(`${field} ${value}`) ?? value;
}
