import { z } from "zod";
import { cardSchema, sealSchema } from "./card";
import { entryStates } from "./states";

const text = z.string().nullable();

/** What of a candidate's record both the team and the candidate read, as the database answers it. */
export const recordSchema = z.object({
  id: z.string(),
  full_name: z.string(),
  email: text,
  phone: text,
  headline: text,
  city: text,
  country: text,
  notice_period: text,
  skills: z.array(z.string()),
  summary: text,
  links: z.array(z.string()),
  expected_pay_amount: z.number().nullable(),
  expected_pay_currency: text,
  expected_pay_unit: text,
  employer: text,
  version: z.number(),
});

/** What of somebody for one requirement both the team and the candidate read. */
export const sharedEntrySchema = z.object({
  id: z.string(),
  state: z.enum(entryStates),
  asked_at: text,
  agreed_until: text,
  shown_at: text,
  answered_at: text,
  /** When they have applied by themselves, and were turned down. */
  applied_at: text.optional(),
  turned_down_at: text.optional(),
  begins_on: text,
  joined_on: text,
  card: cardSchema,
  pitch: text,
  is_blind: z.boolean(),
  /** An older database tells none. */
  seal: sealSchema.optional(),
});
