import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { today } from "~/lib/format/clock";
import { choice, optionalDate, optionalText, requiredText, type Options } from "~/lib/schema/fields";
import { versionedIdSchema } from "~/lib/schema/versioned-id";
import { verdicts } from "~/features/candidates/states";

/** How a company has said something that the team notes. */
export const saidHow = [
  ["phone", "By phone"],
  ["mail", "By mail"],
] as const satisfies Options;

/** An answer that a company has given to the team; the database holds the same limits. */
export const notedSchema = z
  .object({
    entry: versionedIdSchema,
    verdict: choice(verdicts, "Choose what they said"),
    said_how: choice(saidHow, "Choose how they said it"),
    said_by: requiredText("Enter who of the company said it", 200),
    said_on: optionalDate,
    reason: optionalText("their words", 500),
  })
  .superRefine(({ verdict, reason, said_on }, context) => {
    if (verdict === "known" && reason === null) {
      context.addIssue({ code: "custom", path: ["reason"], message: "Enter since when they know them, and from whom" });
    }
    if (said_on === null || said_on > today()) {
      context.addIssue({
        code: "custom",
        path: ["said_on"],
        message: "Enter the day on which they said it, not a later one",
      });
    }
  })
  .transform(({ said_on, ...noted }) => ({ ...noted, said_on: said_on ?? "" }));

export const notedKeys = {
  single: ["entry", "verdict", "said_how", "said_by", "said_on", "reason"],
} as const satisfies FormKeys;
