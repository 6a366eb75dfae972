import type { Context } from "~/lib/http/context";
import type { Database, Enums, Tables } from "~/lib/backend/database.types";
import { askAll, type Result } from "~/lib/result";
import { mutateAsUser, omitNulls, queryAsUser } from "~/lib/backend/calls.server";
import { untilDone } from "./absence.server";
import type { Details } from "./schema";

type TeamRole = Exclude<Enums<"app_role">, "client">;

/** A colleague, as colleagues see them. */
export type Colleague = Pick<
  Tables<"team_members">,
  "user_id" | "display_name" | "contact_email" | "contact_phone" | "version" | "created_at"
> & { role: Enums<"app_role"> | null };

/** An invitation that nobody has accepted, revoked or replaced. */
export type OpenInvitation = Pick<
  Tables<"invitations">,
  "id" | "email" | "full_name" | "role" | "expires_at" | "issued_at" | "invited_by"
>;

/** What a colleague has in hand, and when they were here last. */
export type Workload = Omit<Database["public"]["Functions"]["list_workloads"]["Returns"][number], "seen_at"> & {
  seen_at: string | null;
};

/** Most people and invitations that a page lists: an agency has fewer. */
const MOST = 200;

/** Everybody of the team, by name. */
export async function loadColleagues(context: Context): Promise<Result<Colleague[]>> {
  const found = await askAll({
    people: queryAsUser(context, (caller) =>
      caller
        .from("team_members")
        .select("user_id, display_name, contact_email, contact_phone, version, created_at")
        .order("display_name")
        .order("user_id")
        .limit(MOST),
    ),
    roles: queryAsUser(context, (caller) =>
      caller.from("user_roles").select("user_id, role").neq("role", "client").limit(MOST),
    ),
  });
  if (!found.ok) return found;
  const held = new Map(found.value.roles.map(({ user_id, role }) => [user_id, role]));
  return {
    ok: true,
    value: found.value.people.map((person) => ({ ...person, role: held.get(person.user_id) ?? null })),
  };
}

/** The open invitations to the team, the newest first; those that have run out among them. */
async function loadInvitations(context: Context): Promise<Result<OpenInvitation[]>> {
  return queryAsUser(context, (person) =>
    person
      .from("invitations")
      .select("id, email, full_name, role, expires_at, issued_at, invited_by")
      .eq("kind", "team")
      .is("accepted_at", null)
      .is("revoked_at", null)
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(MOST),
  );
}

/** What the page of the team's people shows. */
export function loadPeople(
  context: Context,
): Promise<Result<{ people: Colleague[]; invitations: OpenInvitation[]; workloads: Workload[] }>> {
  return askAll({
    people: loadColleagues(context),
    invitations: loadInvitations(context),
    workloads: queryAsUser(context, (person) => person.rpc("list_workloads")),
  });
}

/** Invites an address to the team; the same one asked for twice is one. */
export function inviteToTeam(
  context: Context,
  { email, role, full_name }: { email: string; role: TeamRole; full_name: string | null },
): Promise<Result<unknown>> {
  const invitation = omitNulls({ address: email, new_role: role, full_name });
  return mutateAsUser(context, (person) => person.rpc("invite_to_team", invitation));
}

/** Sends an invitation's mail again; the link in the one before is dead. */
export function resendInvitation(context: Context, invitation: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("resend_invitation", { invitation }));
}

/** Takes an invitation back. */
export function revokeInvitation(context: Context, invitation: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("revoke_invitation", { invitation }));
}

/** Gives a colleague another role. */
export function setTeamRole(context: Context, person: string, role: TeamRole): Promise<Result<unknown>> {
  return mutateAsUser(context, (caller) => caller.rpc("set_team_role", { person, new_role: role }));
}

/** Writes what colleagues and clients see of a colleague, on the version that was read. */
export function editColleague(
  context: Context,
  person: string,
  { version: seen, display_name, contact_email, contact_phone }: Details,
): Promise<Result<unknown>> {
  const change = omitNulls({ person, seen, display_name, contact_email, contact_phone });
  return mutateAsUser(context, (caller) => caller.rpc("edit_team_member", change));
}

/**
 * Takes somebody's role in the team.
 *
 * @param successor who takes over what they have in hand; null leaves it to nobody
 * @returns whether it is done: of very much, a part has been handed over, and they are still there
 */
export function removeFromTeam(context: Context, person: string, successor: string | null): Promise<Result<boolean>> {
  const change = omitNulls({ person, successor });
  return untilDone(() => mutateAsUser(context, (caller) => caller.rpc("remove_team_member", change)));
}
