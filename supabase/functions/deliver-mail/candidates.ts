import { z } from "zod";
import { named, SITE_NAME } from "./names.ts";

/** Who writes to a candidate: the recruiter, as they may be reached. */
export const writer = {
  first_name: z.string(),
  recruiter: z.object({ name: z.string(), email: z.string().optional(), phone: z.string().optional() }).optional(),
  reply_to: z.string().optional(),
};

type Recruiter = z.infer<z.ZodObject<typeof writer>>["recruiter"];

/** A candidate's page; who has its link needs a code as well to see or change anything there. */
export function candidatePath(token: string): string {
  return `/candidate/${encodeURIComponent(token)}`;
}

/** How a person signs: by name, for whom, and where they are reached. */
export function signature(recruiter: Recruiter): string {
  return [recruiter && named(recruiter.name), SITE_NAME, recruiter?.phone].filter(Boolean).join("\n");
}

/** How a mail to a candidate begins. */
export function greeting(firstName: string): string {
  return `Dear ${named(firstName) || "candidate"},`;
}

/** Do words of a person greet by themselves: "Dear Asha,", "Hi,"? */
export function isGreeted(words: string): boolean {
  return /^\s*(?:dear|hello|hi|hey|namaste|namaskar|greetings|good (?:morning|afternoon|evening|day)|प्रिय|नमस्ते|नमस्कार)(?![\p{L}\p{M}\p{N}-])/iu.test(
    words,
  );
}
