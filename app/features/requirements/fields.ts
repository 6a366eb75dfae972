import type { z } from "zod";
import type { Enums, Tables } from "~/lib/backend/database.types";
import { choice, LIMITS, optionalDate, optionalText, requiredText, type Options } from "~/lib/schema/fields";
import { optionalSkills, requiredSkills } from "~/lib/schema/skills";
import { amount, tick, years } from "~/lib/schema/numbers";
import { count, dateFromToday } from "./rules";

const jobTypes = [
  ["permanent", "Permanent"],
  ["contract", "Contract"],
  ["temporary", "Temporary"],
  ["part_time", "Part time"],
  ["full_time", "Full time"],
] as const satisfies Options<Enums<"job_type">>;

export const priorities = [
  ["low", "Low"],
  ["medium", "Medium"],
  ["high", "High"],
  ["urgent", "Urgent"],
] as const satisfies Options<Enums<"requirement_priority">>;

const currencies = [
  ["USD", "USD"],
  ["EUR", "EUR"],
  ["GBP", "GBP"],
  ["INR", "INR"],
] as const satisfies Options<Enums<"currency_code">>;

/** A part of the form; a folded one has nothing that must be filled in, and is opened by who has something to say there. */
export type PartDefinition = { title: string; isFolded?: true };

/** The parts of the form, in their order: what everybody fills in first. */
export const parts = {
  role: { title: "The role" },
  pay: { title: "Experience and pay", isFolded: true },
  work: { title: "More about the work", isFolded: true },
  timing: { title: "Timing and notes", isFolded: true },
} as const satisfies Record<string, PartDefinition>;

/** What is known of a field. */
export type FieldDefinition = {
  /** What it is called in the form. */
  label: string;
  /** What it is called where it is read; without this, the label in small letters. */
  title?: string;
  part: keyof typeof parts;
  /** By which control it is filled in, and how it reads in words; a text of several lines is no column of a file. */
  kind: "line" | "text" | "choice" | "tick" | "years" | "amount" | "count" | "date" | "skills";
  /** What the form makes of what is typed, and says of a mistake. */
  rule: z.ZodType;
  isRequired?: true;
  /** What a blank form has in it. */
  initial?: string;
  placeholder?: string;
  options?: Options;
  /** Must it be today or later? */
  isFromToday?: true;
  /** Does it take a whole line of the form, as texts and skills do; is nothing beside it; or does it share one with its like? */
  line?: "whole" | "alone" | "shared";
  /** Is it told somewhere else than in a row of its own among the details: in the head, or with another field? */
  isToldElsewhere?: true;
};

/** The columns of a requirement that no client fills in. */
type OthersColumn =
  | "client_id"
  | "closed_reason"
  | "created_at"
  | "form_id"
  | "id"
  | "joining_date"
  | "positions_filled"
  | "recruiter_id"
  | "is_filed_by_team"
  | `source_${string}_id`
  | "status"
  | "submitted_by"
  | "updated_at"
  | "version";

/**
 * The fields of a requirement (§3), in the form's order: everything else that names them derives from this list. The
 * compiler wants each column here that a client fills in, and takes no other.
 */
export const fields = {
  job_title: {
    label: "Job Title",
    part: "role",
    kind: "line",
    rule: requiredText("Enter the job title"),
    isRequired: true,
    isToldElsewhere: true,
  },
  job_type: {
    label: "Job Type",
    part: "role",
    kind: "choice",
    options: jobTypes,
    rule: choice(jobTypes, "Choose the job type"),
    isRequired: true,
  },
  location: {
    label: "Location",
    part: "role",
    kind: "line",
    rule: requiredText("Enter the location"),
    isRequired: true,
  },
  positions_count: {
    label: "Number of Positions",
    title: "Positions",
    part: "role",
    kind: "count",
    rule: count,
    isRequired: true,
    initial: "1",
  },
  required_skills: {
    label: "Required Skills",
    part: "role",
    kind: "skills",
    rule: requiredSkills("Add at least one required skill"),
    isRequired: true,
  },
  job_description: {
    label: "Job Description",
    part: "role",
    kind: "text",
    rule: requiredText("Enter the job description", LIMITS.long),
    isRequired: true,
  },
  min_experience: {
    label: "Min Experience",
    part: "pay",
    kind: "years",
    rule: years("the min experience"),
    placeholder: "0",
  },
  max_experience: {
    label: "Max Experience",
    part: "pay",
    kind: "years",
    rule: years("the max experience"),
    placeholder: "15",
    isToldElsewhere: true,
  },
  currency: {
    label: "Currency",
    part: "pay",
    kind: "choice",
    options: currencies,
    rule: choice(currencies, "Choose the currency"),
    isRequired: true,
    initial: "USD",
    line: "shared",
    isToldElsewhere: true,
  },
  min_salary: {
    label: "Min Salary",
    part: "pay",
    kind: "amount",
    rule: amount("the min salary"),
    placeholder: "50000",
    line: "shared",
  },
  max_salary: {
    label: "Max Salary",
    part: "pay",
    kind: "amount",
    rule: amount("the max salary"),
    placeholder: "120000",
    line: "shared",
    isToldElsewhere: true,
  },
  department: {
    label: "Department",
    part: "work",
    kind: "line",
    rule: optionalText("the department"),
  },
  remote_allowed: {
    label: "Remote Allowed",
    part: "work",
    kind: "tick",
    rule: tick,
    line: "whole",
    isToldElsewhere: true,
  },
  preferred_skills: {
    label: "Preferred Skills",
    part: "work",
    kind: "skills",
    rule: optionalSkills,
  },
  responsibilities: {
    label: "Responsibilities",
    part: "work",
    kind: "text",
    rule: optionalText("the responsibilities", LIMITS.long),
  },
  education_requirements: {
    label: "Education Requirements",
    title: "Education",
    part: "work",
    kind: "text",
    rule: optionalText("the education requirements", LIMITS.long),
  },
  benefits: {
    label: "Benefits",
    part: "work",
    kind: "text",
    rule: optionalText("the benefits", LIMITS.long),
  },
  priority: {
    label: "Priority",
    part: "timing",
    kind: "choice",
    options: priorities,
    rule: choice(priorities, "Choose the priority"),
    isRequired: true,
    initial: "medium",
    line: "alone",
    isToldElsewhere: true,
  },
  expected_start_date: {
    label: "Expected Start Date",
    title: "Expected start",
    part: "timing",
    kind: "date",
    rule: optionalDate,
  },
  deadline: {
    label: "Application Deadline",
    part: "timing",
    kind: "date",
    rule: dateFromToday,
    isFromToday: true,
  },
  notes: {
    label: "Notes",
    part: "timing",
    kind: "text",
    rule: optionalText("the notes", LIMITS.long),
  },
} as const satisfies Record<Exclude<keyof Tables<"job_requirements">, OthersColumn>, FieldDefinition>;

/** The fields that are the two ends of a range, and what the range is called. */
export const ranges = [
  { title: "Experience", least: "min_experience", most: "max_experience" },
  { title: "Salary", least: "min_salary", most: "max_salary" },
] as const;

/** A field of a requirement, by its name in the form and the database. */
export type Field = keyof typeof fields;

/** The fields, in the form's order. */
export const fieldNames = Object.keys(fields) as Field[];

/** What is known of a field. */
export function definitionOf(field: Field): FieldDefinition {
  return fields[field];
}

/** What a field is called where it is read: "Job title". */
export function titleOf(field: Field): string {
  const { label, title = label.charAt(0) + label.slice(1).toLowerCase() } = definitionOf(field);
  return title;
}

/** The rules of the fields, for the form's schema. */
export const rules = Object.fromEntries(fieldNames.map((field) => [field, fields[field].rule])) as {
  [Name in Field]: (typeof fields)[Name]["rule"];
};

/** A list of skills, which is edited one by one. */
export type SkillField = { [Name in Field]: (typeof fields)[Name]["kind"] extends "skills" ? Name : never }[Field];

/** Is it a list of skills? */
export function isSkillField(field: Field): field is SkillField {
  return definitionOf(field).kind === "skills";
}

export const skillFields = fieldNames.filter(isSkillField);

/** Fields with a box to tick. */
export const tickFields = fieldNames.filter((field) => definitionOf(field).kind === "tick");
