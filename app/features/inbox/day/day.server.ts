import { z } from "zod";
import { Constants } from "~/lib/backend/database.types";
import { omitNulls, queryAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { sectionNames, type SectionName } from "./sections";

/** A candidate of a row: how they are reached, what comes next, and as which version their entry is seen. */
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string().optional(),
  /** Of whoever has no number. */
  email: z.string().optional(),
  version: z.number().optional(),
  next_on: z.string().optional(),
  next_words: z.string().optional(),
  /** Has agreed, with nothing to be looked at before they are shown. */
  may_show: z.boolean().optional(),
  /** Was asked, and can be reminded now. */
  may_remind: z.boolean().optional(),
});

const rowSchema = z.object({
  /** Of the entry, the candidate, the item or the requirement. */
  id: z.string(),
  is: z.enum(["entry", "candidate", "item", "requirement"]),
  requirement: z.string().optional(),
  kind: z.enum(Constants.public.Enums.inbox_kind).optional(),
  source: z.string().optional(),
  title: z.string().optional(),
  sender: z.string().optional(),
  company: z.string().optional(),
  /** When it is due, was said, or was last heard of. */
  at: z.string(),
  /** How many messages are unread, or candidates wait. */
  count: z.number().default(0),
  /** Whose work it is, where that is a colleague's who is away. */
  holder: z.string().optional(),
  person: personSchema.optional(),
  /** Whom to ring at a company that has not answered. */
  contact: z.object({ name: z.string().optional(), phone: z.string().optional() }).optional(),
  /** What the company has last said. */
  answer: z
    .object({
      verdict: z.enum(["interview", "maybe", "no", "known"]),
      words: z.string().default(""),
      name: z.string().optional(),
    })
    .optional(),
});

/** What somebody has to do today, in sections: of each how many, beyond a hundred a hundred, and the first. */
const daySchema = z.array(z.object({ name: z.enum(sectionNames), total: z.number(), rows: z.array(rowSchema) }));

export type DaySection = z.output<typeof daySchema>[number];
export type DayRow = DaySection["rows"][number];

/** What the signed-in one has to do today. @param section more of it, and of the others how many */
export async function loadDay(context: Context, section?: SectionName): Promise<Result<DaySection[]>> {
  const asked = queryAsUser(context, (person) => person.rpc("my_day", omitNulls({ section: section ?? null })));
  return parseResult(daySchema, asked);
}
