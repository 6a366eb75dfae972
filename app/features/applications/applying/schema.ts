import { z } from "zod";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { emailAddress, LIMITS, optionalPhone, optionalText, requiredText } from "~/lib/schema/fields";
import { capitalizedName } from "~/lib/format/text";
import { isMailToken } from "~/lib/http/mail-token";
import { cleanSkills, requiredSkills } from "~/lib/schema/skills";

/** How long somebody's words for a job are; the database has the same limit. */
const LONGEST_SAID = 2_000;

const LONGEST_NOTICE = 100;

/** Page one, in the language of its texts. Of whoever is under 18 nothing is kept: the form is refused. */
export function applySchema({ form: { mistakes } }: ApplyingTexts) {
  return z.object({
    full_name: requiredText(mistakes.full_name, LIMITS.name).transform(capitalizedName),
    email: emailAddress(mistakes.email),
    phone: optionalPhone(),
    skills: z
      .string()
      .transform((typed) => cleanSkills([typed]))
      .pipe(requiredSkills(mistakes.skills)),
    city: optionalText("where you live"),
    notice_period: optionalText("when you can begin", LONGEST_NOTICE),
    employer: optionalText("where you work now"),
    said: optionalText("your words", LONGEST_SAID),
    is_adult: z
      .string()
      .transform((value) => value === "on")
      .pipe(z.literal(true, mistakes.adult)),
    keep: z.string().transform((value) => value === "on"),
    // Page two of what was sent with a wrong address.
    instead_of: z.string().transform((token) => (isMailToken(token) ? token : undefined)),
  });
}

export type ApplyEntries = z.output<ReturnType<typeof applySchema>>;

/** What the form's fields show. */
export type TypedEntries = Partial<Record<keyof ApplyEntries, string>>;

/** The key of the address that was asked about. */
export const QUESTIONED_KEY = "questioned";

export const applyKeys = { checkboxes: ["is_adult", "keep"] };

/** Which card a yes is to: empty for none. */
export const cardDigest = z.string().regex(/^(?:[0-9a-f]{64})?$/);
