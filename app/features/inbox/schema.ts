import { z } from "zod";
import { company } from "~/content/company";
import type { FormKeys } from "~/lib/forms/form";
import { choice, isRowId, LIMITS, requiredText } from "~/lib/format/schema";
import { fromLocalTime } from "~/lib/format/zoned-time";
import { noteKinds, states } from "./lines";

/** So many can be changed at once; the database takes no more. */
export const MOST_AT_ONCE = 50;

/** A line as somebody has seen it: `ticketOf` the other way round. */
export const ticketSchema = z
  .string()
  .regex(/^[\da-f-]{36}\.\d{1,9}$/)
  .transform((ticket) => {
    const [id = "", seen] = ticket.split(".");
    return { id, seen: Number(seen) };
  })
  .refine(({ id }) => isRowId(id));

export type Ticket = z.output<typeof ticketSchema>;

/** What a note says. */
export const noteSchema = z.object({
  kind: choice(noteKinds, "Choose what it was"),
  body: requiredText("Enter what there is to note", LIMITS.long),
});

export const stateSchema = z.object({ state: choice(states, "Choose a state") });

export const dueSchema = z.object({
  due: z.string().transform((text, context) => {
    const due = fromLocalTime(text, company.timeZone);
    if (due) return due;
    context.addIssue({ code: "custom", message: "Enter a date and a time, such as 2027-03-31 14:30" });
    return z.NEVER;
  }),
});

/** Somebody of the team, or nobody. */
export const personSchema = z.object({
  person: z.string().refine((id) => id === "" || isRowId(id), "Choose somebody of the team"),
});

export const noteKeys = { single: ["kind", "body"] } as const satisfies FormKeys;
export const stateKeys = { single: ["state"] } as const satisfies FormKeys;
export const dueKeys = { single: ["due"] } as const satisfies FormKeys;
export const personKeys = { single: ["person"] } as const satisfies FormKeys;
