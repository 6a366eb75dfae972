import { z } from "zod";
import { Constants } from "~/lib/backend/database.types";
import { queryAsUser } from "~/lib/backend/supabase.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";

const sectionNames = [
  ...(["due", "back", "messages", "agreed", "refused"] as const),
  ...(["waiting", "candidates", "deadline", "silent"] as const),
] as const;

/** What somebody has to do today, in sections: of each how many, beyond a hundred a hundred, and the first. */
const daySchema = z.array(
  z.object({
    name: z.enum(sectionNames),
    total: z.number(),
    rows: z.array(
      z.object({
        /** Of the item, or else of the requirement. */
        id: z.string(),
        is_item: z.boolean(),
        kind: z.enum(Constants.public.Enums.inbox_kind),
        source: z.string().nullable(),
        title: z.string().nullable(),
        sender: z.string().nullable(),
        company: z.string().nullable(),
        /** When it is due, comes back, or was last written or heard of. */
        at: z.string(),
        /** How many messages of its company are unread. */
        unread: z.number(),
        /** How many of its candidates it is about. */
        people: z.number(),
      }),
    ),
  }),
);

export type DaySection = z.output<typeof daySchema>[number];
export type DayRow = DaySection["rows"][number];

/** What the signed-in one has to do today. */
export async function loadDay(context: Context): Promise<Result<DaySection[]>> {
  const found = await queryAsUser(context, (person) => person.rpc("my_day"));
  return found.ok ? { ok: true, value: daySchema.parse(found.value) } : found;
}
