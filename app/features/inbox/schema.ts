import { z } from "zod";
import { company } from "~/content/company";
import type { FormKeys } from "~/lib/forms/form";
import { choice, isRowId, LIMITS, textWithin } from "~/lib/schema/fields";
import { cleanText } from "~/lib/format/text";
import { fromLocalTime } from "~/lib/schema/local-time";
import { noteKinds, states } from "./list/items";

/** What is written on an item: a note of the team's, of some kind, or a reply that is mailed to whoever sent it. */
export const REPLY = "reply";
const kinds = [...noteKinds, [REPLY, "Reply by mail"]] as const;

/** What was written, with what it is. @param isNeeded is there nothing to do without it? */
export function wordsSchema(isNeeded: boolean) {
  return z
    .object({
      kind: choice(kinds, "Choose what it was"),
      body: z.string().transform(cleanText).pipe(textWithin(LIMITS.long, "the note")),
    })
    .superRefine(({ kind, body }, context) => {
      if (body !== "" || !isNeeded) return;
      const message = kind === REPLY ? "Enter what to write" : "Enter the note";
      context.addIssue({ code: "custom", path: ["body"], message });
    });
}

export const stateSchema = z.object({ state: choice(states, "Choose a state") });

export const dueSchema = z.object({
  due: z.string().transform((text, context) => {
    const due = fromLocalTime(text, company.timeZone);
    if (due) return due;
    context.addIssue({ code: "custom", message: "Enter a date and a time, such as 2027-03-31 14:30" });
    return z.NEVER;
  }),
});

/** A colleague, or nobody. */
export const personSchema = z.object({
  person: z.string().refine((id) => id === "" || isRowId(id), "Choose a colleague"),
});

export const wordsKeys = { single: ["kind", "body", "answer"] } as const satisfies FormKeys;
export const stateKeys = { single: ["state"] } as const satisfies FormKeys;
export const dueKeys = { single: ["due"] } as const satisfies FormKeys;
export const personKeys = { single: ["person"] } as const satisfies FormKeys;
