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

/** The contact form (§2, §5). */
export const contactSchema = z.object({
  name: requiredText("Enter your full name", LIMITS.name),
  email: emailAddress(),
  company: optionalText("the company"),
  phone: optionalPhone(),
  requirement: requiredText("Enter your hiring requirement", LIMITS.long),
});

export type ContactMessage = z.output<typeof contactSchema>;

/** The lists of the consultation form (§5). */
export const consultationRoles = [
  ["hr-manager", "HR Manager"],
  ["recruiter", "Recruiter"],
  ["talent-acquisition", "Talent Acquisition"],
  ["ceo", "CEO"],
  ["other", "Other"],
] as const satisfies Options;

export const preferredTimes = [
  ["morning", "Morning (9AM-12PM)"],
  ["afternoon", "Afternoon (12PM-5PM)"],
  ["evening", "Evening (5PM-8PM)"],
  ["flexible", "Flexible"],
] as const satisfies Options;

/**
 * The consultation form (§2). What is required is ours to choose: whom to call, and where
 * (docs/decisions/specification.md).
 */
export const consultationSchema = z.object({
  first_name: requiredText("Enter your first name", LIMITS.name),
  last_name: requiredText("Enter your last name", LIMITS.name),
  email: emailAddress(),
  phone: optionalPhone(),
  company: optionalText("the company"),
  role: optionalChoice(consultationRoles),
  needs: optionalText("your needs", LIMITS.long),
  preferred_time: optionalChoice(preferredTimes),
});

export type Consultation = z.output<typeof consultationSchema>;
