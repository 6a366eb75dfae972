import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { Constants } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { queryAsUser, parseResult } from "~/lib/backend/calls.server";

/** Somebody, by their account and name. */
const personSchema = z.object({ user_id: z.string(), display_name: z.string() });

/** What the frame of the team's pages shows: who asks, who there is, and how much there is to do. */
const frameSchema = z.object({
  /** Of the caller. */
  role: z.enum(Constants.public.Enums.app_role),
  /** Those who are here, some of them away, now or soon. */
  team: z.array(
    personSchema.extend({
      away_until: z.string().optional(),
      away_from: z.string().optional(),
      stand_in: z.string().optional(),
    }),
  ),
  /** Who has left, the last first: what they did keeps their name, until they are erased. */
  former: z.array(personSchema),
  /** How many lines of the inbox each of its groups has; beyond a thousand, a thousand. */
  counts: z.record(z.string(), z.number()),
});

export type TeamFrame = z.output<typeof frameSchema>;

/** The groups that the signed-in one should do something about. */
const TODO = ["overdue", "unclaimed", "mine"];

/** How much of the inbox is to be done. */
export function countTodo({ counts }: Pick<TeamFrame, "counts">): number {
  return TODO.reduce((sum, group) => sum + (counts[group] ?? 0), 0);
}

/** Asks what the frame shows, in one question; of somebody who is not of the team the database answers nothing. */
export async function loadFrame(context: Context): Promise<Result<TeamFrame>> {
  const asked = queryAsUser(context, (person) => person.rpc("team_frame"));
  return parseResult(frameSchema, asked);
}
