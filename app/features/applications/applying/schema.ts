import { z } from "zod";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { readAddress } from "~/lib/schema/address";
import { meantAddress } from "~/lib/schema/meant-address";
import { emailAddress, LIMITS, optionalDialledPhone, optionalText, requiredText } from "~/lib/schema/fields";
import { capitalizedName, isolated, isSameAddress } from "~/lib/format/text";
import { isMailToken } from "~/lib/http/mail-token";
import { cleanSkills, requiredSkills } from "~/lib/schema/skills";

/** How long somebody's words for a job are; the database has the same limit. */
const LONGEST_SAID = 2_000;

const LONGEST_NOTICE = 100;

/**
 * Page one, in the language of its texts. Of whoever is under 18 nothing is kept: the form is refused.
 *
 * @param questioned the address that was asked about, whether it is a slip: it is taken when it comes again
 */
export function applySchema({ form: { mistakes } }: ApplyingTexts, questioned: string) {
  return z.object({
    full_name: requiredText(mistakes.full_name, LIMITS.name).transform(capitalizedName),
    email: emailAddress(mistakes.email).pipe(
      z.string().superRefine((address, context) => {
        const meant = meantAddress(address);
        if (meant === undefined || isSameAddress(readAddress(questioned), address)) return;
        context.addIssue({ code: "custom", message: mistakes.meant(isolated(meant)) });
      }),
    ),
    phone: optionalDialledPhone(),
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
    questioned: z.string(),
    // Page two of what was sent with a wrong address.
    instead_of: z.string().transform((token) => (isMailToken(token) ? token : undefined)),
  });
}

export type ApplyEntries = z.output<ReturnType<typeof applySchema>>;

/** What the form's fields show. */
export type TypedEntries = Partial<Record<keyof ApplyEntries, string>>;

/** The address that was meant by what was typed as one; none for what is no address, or looks like no slip. */
export function meantBy(typed: string): string | undefined {
  const { data: address } = emailAddress().safeParse(typed);
  return address === undefined ? undefined : meantAddress(address);
}

/** The key of the button that takes the address that was meant. */
export const MEANT_KEY = "meant";

export const applyKeys = { checkboxes: ["is_adult", "keep"] };

/** Which card a yes is to: empty for none. */
export const cardDigest = z.string().regex(/^(?:[0-9a-f]{64})?$/);
