import { z } from "zod";

const text = z.string().max(10_000);
const optionalText = text.nullable();
const optionalNumber = z.number().nullable();

/** What the site sends after a requirement is saved (specification section 7, "CRM sync"). */
export const syncMessage = z.strictObject({
  type: z.literal("job_requirement"),
  data: z.strictObject({
    id: z.uuid(),
    client_id: z.uuid(),
    job_title: text,
    job_type: z.enum(["permanent", "contract", "temporary", "part_time", "full_time"]),
    department: optionalText,
    location: text,
    remote_allowed: z.boolean(),
    min_experience: optionalNumber,
    max_experience: optionalNumber,
    min_salary: optionalNumber,
    max_salary: optionalNumber,
    currency: z.enum(["USD", "EUR", "GBP", "INR"]),
    required_skills: z.array(text).max(50),
    preferred_skills: z.array(text).max(50),
    education_requirements: optionalText,
    job_description: text,
    responsibilities: optionalText,
    benefits: optionalText,
    positions_count: z.int(),
    priority: z.enum(["low", "medium", "high", "urgent"]),
    expected_start_date: z.iso.date().nullable(),
    deadline: z.iso.date().nullable(),
    notes: optionalText,
  }),
  client: z.strictObject({
    id: z.uuid(),
    company_name: text,
    full_name: optionalText,
    phone: optionalText,
  }),
});
