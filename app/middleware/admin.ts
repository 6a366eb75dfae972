import { data } from "react-router";
import type { Context } from "~/lib/context";
import type { Result } from "~/lib/result";
import { askTeam, type TeamPage } from "./team";

/** Asks for a page that is the admins': to everybody else of the team, too, it is not there. See `askTeam`. */
export async function askAdmin<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value>>,
): Promise<TeamPage<Value>> {
  const page = await askTeam(context, url, ask);
  if (page.account && !page.account.team?.isAdmin) throw data(null, { status: 404 });
  return page;
}
