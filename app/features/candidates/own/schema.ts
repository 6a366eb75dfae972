import { z } from "zod";
import { emailAddress, requiredText, rowId } from "~/lib/schema/fields";

/** The code of a mail, however it is written: with spaces, or what came along with it. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/\D/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "Enter the six digits from the newest mail")),
});

export const linkSchema = z.object({ email: emailAddress() });

export const neverSchema = z.object({
  named: requiredText("Enter the name of the company, or the domain of its mails"),
  employer: z.string(),
});
export const neverKeys = { single: ["named", "employer"], checkboxes: ["employer"] };

export const eraseSchema = z.object({ sure: z.literal("on", "Tick the box if you want everything deleted") });
export const eraseKeys = { checkboxes: ["sure"] };

/** What the forms with nothing to fill in say: which card, or whom. */
export const digestSchema = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
export const agreeSchema = digestSchema.extend({ entry: rowId() });
export const entrySchema = z.object({ entry: rowId() });
export const removalSchema = z.object({ never: rowId() });
