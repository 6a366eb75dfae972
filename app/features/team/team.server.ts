import type { Context } from "~/lib/context";
import type { Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, sessionContext } from "~/lib/supabase.server";

/** Somebody of the team, as the others see them. */
export type TeamMember = Pick<Tables<"team_members">, "user_id" | "display_name">;

/** What the frame of the team's pages shows: who there is, and how much there is to do. */
export type TeamFrame = {
  team: TeamMember[];
  /** How many lines of the inbox each of its groups has; beyond a thousand, a thousand. */
  counts: Record<string, number>;
};

/** The groups that the signed-in one should do something about. */
const TODO = ["overdue", "unclaimed", "mine"];

/** How much of the inbox is to be done. */
export function countTodo({ counts }: TeamFrame): number {
  return TODO.reduce((sum, group) => sum + (counts[group] ?? 0), 0);
}

/** Asks what the frame shows, at once; of somebody who is not of the team the database answers nothing. */
export async function loadFrame(context: Context): Promise<Result<TeamFrame>> {
  const { supabase } = context.get(sessionContext)();
  const [team, groups] = await Promise.all([
    supabase.from("team_members").select("user_id, display_name").order("display_name"),
    supabase.rpc("count_inbox"),
  ]);
  const failure = [team, groups].find(({ error }) => error);
  if (failure?.error || !team.data || !groups.data) return dataFailure(failure?.error ?? null, failure?.status);
  const counts = Object.fromEntries(groups.data.map(({ item_group, items }) => [item_group, items]));
  return { ok: true, value: { team: team.data, counts } };
}
