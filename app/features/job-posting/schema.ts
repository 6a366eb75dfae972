import { z } from "zod";
import {
  emailAddress,
  LIMITS,
  optionalChoice,
  optionalPhone,
  optionalText,
  type Options,
  requiredText,
} from "~/lib/schema/fields";

/** The lists of the job posting form (§5). */
export const departments = [
  ["engineering", "Engineering"],
  ["sales", "Sales"],
  ["marketing", "Marketing"],
  ["hr", "HR"],
  ["finance", "Finance"],
  ["operations", "Operations"],
] as const satisfies Options;

export const experienceLevels = [
  ["entry", "Entry (0-2 years)"],
  ["mid", "Mid (2-5 years)"],
  ["senior", "Senior (5-10 years)"],
  ["executive", "Executive (10+ years)"],
] as const satisfies Options;

export const employmentTypes = [
  ["fulltime", "Full-time"],
  ["contract", "Contract"],
  ["parttime", "Part-time"],
  ["freelance", "Freelance"],
] as const satisfies Options;

export const urgencies = [
  ["immediate", "Immediate (within 1 week)"],
  ["urgent", "Urgent (within 2 weeks)"],
  ["normal", "Normal (within 1 month)"],
  ["flexible", "Flexible"],
] as const satisfies Options;

export const budgetRanges = [
  ["50k-75k", "50k-75k"],
  ["75k-100k", "75k-100k"],
  ["100k-150k", "100k-150k"],
  ["150k-200k", "150k-200k"],
  ["200k+", "200k+"],
  ["discuss", "Discuss"],
] as const satisfies Options;

export const positionCounts = [
  ["1", "1"],
  ["2-5", "2-5"],
  ["6-10", "6-10"],
  ["10+", "10+"],
] as const satisfies Options;

/** The job posting form for anonymous visitors (§2, "Hiring page"; §5). */
export const jobPostingSchema = z.object({
  job_title: requiredText("Enter the job title"),
  department: optionalChoice(departments),
  location: requiredText("Enter the location"),
  experience_level: optionalChoice(experienceLevels),
  employment_type: optionalChoice(employmentTypes),
  urgency: optionalChoice(urgencies),
  skills: optionalText("the skills", LIMITS.long),
  job_description: optionalText("the job description", LIMITS.long),
  budget_range: optionalChoice(budgetRanges),
  positions_count: optionalChoice(positionCounts),
  contact_name: requiredText("Enter the contact name", LIMITS.name),
  contact_email: emailAddress(),
  company: requiredText("Enter the company"),
  phone: optionalPhone(),
});

export type JobPosting = z.output<typeof jobPostingSchema>;

/** The fields whose absence the catalogue has a notice for (§5). */
export const requiredJobPostingKeys: readonly (keyof JobPosting)[] = [
  "job_title",
  "location",
  "contact_name",
  "contact_email",
  "company",
];
