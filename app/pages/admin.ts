import { loadWork } from "~/features/team/absence.server";
import { loadColleagues } from "~/features/team/people.server";
import type { Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";
import { loadTeamPage, requireRole, type TeamPage } from "./team";
import { throwNotFound } from "./page";

/** Guards the admins' pages. */
export const admin = requireRole((role) => role === "admin");

/** Asks for a page that is the admins': to everybody else of the team, too, it is not there. See `loadTeamPage`. */
export function loadAdminPage<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value>>,
): Promise<TeamPage<Value>> {
  return loadTeamPage(context, url, ask, true);
}

/**
 * Asks for an admin's page about a colleague.
 *
 * @returns the person, unless the backend can't tell, with the page's status
 * @throws the not-found page when no colleague has that id
 */
export async function loadColleaguePage(context: Context, url: URL, id: string) {
  const { account, userId, answer } = await loadAdminPage(context, url, () => loadColleagues(context));
  const person = answer.ok ? answer.value.find(({ user_id }) => user_id === id) : undefined;
  if (answer.ok && !person) return throwNotFound({ account });
  return { account, userId, person, status: answer.ok ? 200 : answer.status };
}

/**
 * Asks for the page on which somebody leaves the team: as `askAboutColleague`, with what they have in hand and who there is
 * to take it over.
 */
export async function loadRemovalPage(context: Context, url: URL, id: string) {
  const { account, userId, answer, team } = await loadAdminPage(context, url, () =>
    askAll({ people: loadColleagues(context), work: loadWork(context, id) }),
  );
  if (!answer.ok && answer.status !== 404) return { account, userId, team, status: answer.status };
  const person = answer.ok ? answer.value.people.find(({ user_id }) => user_id === id) : undefined;
  if (!answer.ok || !person) return throwNotFound({ account });
  return { account, userId, team, person, work: answer.value.work, status: 200 };
}
