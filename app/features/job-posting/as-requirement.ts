import type { Tables } from "~/lib/backend/database.types";
import type { FormState } from "~/lib/forms/form";
import { LIMITS } from "~/lib/schema/fields";
import { budgetRanges, departments, employmentTypes, experienceLevels, positionCounts, urgencies } from "./schema";

export type Posting = Tables<"public_job_submissions">;

/** The lists of the form by field: what each value is called. */
export const postingChoices = {
  budget_range: budgetRanges,
  department: departments,
  employment_type: employmentTypes,
  experience_level: experienceLevels,
  positions_count: positionCounts,
  urgency: urgencies,
} as const;

/** The years that each level names. */
const YEARS: Record<string, [least: string, most: string]> = {
  entry: ["0", "2"],
  mid: ["2", "5"],
  senior: ["5", "10"],
  executive: ["10", ""],
};

/** Freelance is no job type of a requirement. */
const JOB_TYPES: Record<string, string> = { fulltime: "full_time", contract: "contract", parttime: "part_time" };

function labelOf(field: keyof typeof postingChoices, value: string | null): string | undefined {
  return postingChoices[field].find(([known]) => known === value)?.[1];
}

/** A posting's skills one by one, where they are short enough to be some; a text about them is none. */
function skillsOf(text: string | null): string[] {
  const skills = (text ?? "")
    .split(/[,;\n]/)
    .map((skill) => skill.trim())
    .filter((skill) => skill !== "");
  return skills.every((skill) => skill.length <= LIMITS.skill) ? skills.slice(0, LIMITS.skills) : [];
}

/**
 * What of a posting fits a requirement, as its form shows it. A range of positions, a budget and an urgency do not fit:
 * they are shown beside their fields (`postingHints`), and nothing stands for them.
 */
export function requirementOf(posting: Posting): FormState {
  const [min_experience = "", max_experience = ""] = YEARS[posting.experience_level ?? ""] ?? [];
  return {
    defaultValues: {
      job_title: posting.job_title,
      job_type: JOB_TYPES[posting.employment_type ?? ""] ?? "",
      department: labelOf("department", posting.department) ?? "",
      location: posting.location,
      min_experience,
      max_experience,
      job_description: posting.job_description ?? "",
      positions_count: posting.positions_count === "1" ? "1" : "",
    },
    lists: { required_skills: skillsOf(posting.skills), preferred_skills: [] },
    errors: {},
  };
}

/** What the posting says to a field that it does not fill, for a person to decide. */
export function postingHints(posting: Posting): Record<string, string> {
  const said: [field: string, value: string | undefined][] = [
    [
      "positions_count",
      posting.positions_count === "1" ? undefined : labelOf("positions_count", posting.positions_count),
    ],
    ["min_salary", labelOf("budget_range", posting.budget_range)],
    ["priority", labelOf("urgency", posting.urgency)],
    ["job_type", posting.employment_type === "freelance" ? "Freelance" : undefined],
  ];
  return Object.fromEntries(
    said.flatMap(([field, value]) => (value === undefined ? [] : [[field, `The posting says: ${value}`]])),
  );
}
