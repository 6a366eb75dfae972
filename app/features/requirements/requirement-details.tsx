import type { ReactNode } from "react";
import type { Tables } from "~/lib/database.types";
import { spaced } from "~/lib/text";
import { LocalDate } from "~/ui/local-date";

type Requirement = Tables<"job_requirements">;

/** "3 to 8", "from 3", "up to 8"; nothing when neither is there. */
function range(least: number | null, most: number | null, unit: string): string | null {
  if (least === null && most === null) return null;
  const numbers = new Intl.NumberFormat("en-IN");
  if (least === null) return `up to ${numbers.format(most!)} ${unit}`;
  if (most === null) return `from ${numbers.format(least)} ${unit}`;
  return `${numbers.format(least)} to ${numbers.format(most)} ${unit}`;
}

/** What a company has filled in, in the form's order and words; what was left out is left out. */
export function RequirementDetails({ requirement, locale }: { requirement: Requirement; locale: string }) {
  const date = (value: string | null) => value && <LocalDate value={value} locale={locale} />;
  const rows: [string, ReactNode][] = [
    ["Job type", spaced(requirement.job_type)],
    ["Department", requirement.department],
    ["Location", `${requirement.location}; ${requirement.remote_allowed ? "remote allowed" : "remote not allowed"}`],
    ["Experience", range(requirement.min_experience, requirement.max_experience, "years")],
    ["Salary", range(requirement.min_salary, requirement.max_salary, requirement.currency)],
    ["Positions", requirement.positions_count],
    ["Required skills", requirement.required_skills.join(", ")],
    ["Preferred skills", requirement.preferred_skills.join(", ")],
    ["Job description", requirement.job_description],
    ["Responsibilities", requirement.responsibilities],
    ["Education", requirement.education_requirements],
    ["Benefits", requirement.benefits],
    ["Expected start", date(requirement.expected_start_date)],
    ["Deadline", date(requirement.deadline)],
    ["Notes", requirement.notes],
    ["Closed because", requirement.closed_reason],
  ];
  return (
    <dl className="sheet">
      {rows
        .filter(([, value]) => value !== null && value !== "")
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
