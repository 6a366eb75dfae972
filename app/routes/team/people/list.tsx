import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Route } from "./+types/list";
import { wakeMail } from "~/features/mail/mail.server";
import { InviteForm } from "~/features/team/invite-form";
import { teamNotices } from "~/features/team/notices";
import { AdminQuestion, InvitationList, PeopleList } from "~/features/team/people-list";
import {
  inviteToTeam,
  loadPeople,
  resendInvitation,
  revokeInvitation,
  setTeamRole,
} from "~/features/team/people.server";
import { awayWords, everyName } from "~/features/team/names";
import {
  inviteKeys,
  inviteSchema,
  invitationSchema,
  personRoleSchema,
  roleName,
  roleRights,
} from "~/features/team/schema";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES, withReason, type FormState } from "~/lib/forms/form";
import { formResponse, keepEntries, parseForm } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { formPageMeta } from "~/lib/http/meta";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { notify, type Notice } from "~/lib/http/notice.server";
import { loadAdminPage } from "~/pages/admin";
import { requireUserId, withStatus } from "~/pages/team";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { ExplainedList } from "~/ui/pieces/explained";
import { WorkPage } from "~/ui/layout/work-page";

const PATH = "/team/people";
const TITLE = "People";
const LEAD = "Who is in the team, and what each may do.";

export const meta = () => formPageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadAdminPage(context, url, () => loadPeople(context));
  const away = Object.fromEntries((page.team ?? []).map((person) => [person.user_id, awayWords(person)]));
  return withStatus({ ...page, away, names: everyName(page), now: new Date().toISOString() });
}

/** The page again, with what was typed into it and why it was not done. @throws the not-found page, for want of the right */
function refuse(context: Context, failure: Failure, state: FormState) {
  if (failure.status === 404 && failure.message === "forbidden") throw data(null, { status: 404 });
  logFailure(context, failure, "team not changed");
  const notice = teamNotices.notDone(failure);
  notify(context, notice);
  return formResponse(failure.status === 429 ? withReason(state, "email", notice.text) : state, failure.status);
}

async function invite(context: Context, body: FormData, userId: string) {
  const { values, state } = await parseForm(body, inviteSchema, inviteKeys);
  if (!values) return formResponse(state, 400);
  if (await isActionLimited(context, userId)) return formResponse(state, 429);
  const invited = await inviteToTeam(context, values);
  if (!invited.ok) return refuse(context, invited, state);
  wakeMail(context);
  notify(context, teamNotices.invited(values.email));
  return redirect(PATH, 303);
}

type SmallForm<Schema extends z.ZodType> = {
  schema: Schema;
  act: (entries: z.output<Schema>) => Promise<Result<unknown>>;
  done: (entries: z.output<Schema>) => Notice;
  /** Where it leads when it is done. */
  path?: string;
};

/** What one of the page's small forms asks for. */
async function change<Schema extends z.ZodType>(
  context: Context,
  body: FormData,
  userId: string,
  { schema, act, done, path = PATH }: SmallForm<Schema>,
) {
  const entries = schema.safeParse(Object.fromEntries(body));
  if (!entries.success) return formResponse(NO_ENTRIES, 400);
  if (await isActionLimited(context, userId)) return formResponse(NO_ENTRIES, 429);
  const result = await act(entries.data);
  if (!result.ok) return refuse(context, result, NO_ENTRIES);
  wakeMail(context);
  notify(context, done(entries.data));
  return redirect(path, 303);
}

export async function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const actor = await requireUserId(context);
  if (!actor.ok) {
    const { state } = await parseForm(body, inviteSchema, inviteKeys);
    return refuse(context, actor, { ...state, errors: {} });
  }
  const userId = actor.value;
  switch (body.get("intent")) {
    case "invite":
      return invite(context, body, userId);
    case "role": {
      // Whoever is to be able to do everything is asked about first.
      if (body.get("new_role") === "admin" && body.get("is_sure") !== "yes") {
        return formResponse({ ...keepEntries(body, { single: ["person"] }), errors: {} }, 200);
      }
      // Whoever is no admin any more does not see this page again.
      const isLeaving = body.get("person") === userId && body.get("new_role") !== "admin";
      return change(context, body, userId, {
        schema: personRoleSchema,
        act: ({ person, new_role }) => setTeamRole(context, person, new_role),
        done: ({ new_role }) => teamNotices.roleChanged(roleName(new_role)),
        path: isLeaving ? "/team" : PATH,
      });
    }
    case "resend":
      return change(context, body, userId, {
        schema: invitationSchema,
        act: ({ invitation }) => resendInvitation(context, invitation),
        done: () => teamNotices.resent,
      });
    case "revoke":
      return change(context, body, userId, {
        schema: invitationSchema,
        act: ({ invitation }) => revokeInvitation(context, invitation),
        done: () => teamNotices.revoked,
      });
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The team's people, for its admins. */
export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { answer: found, userId, names, away, now } = loaderData;
  const newAdmin = actionData?.defaultValues["person"];
  const asked = found.ok ? found.value.people.find(({ user_id }) => user_id === newAdmin) : undefined;
  return (
    <WorkPage title={TITLE} lead={LEAD} documentTitle={TITLE} state={actionData} className="work-aside">
      <div className="grid gap-8">
        {asked && <AdminQuestion person={asked} />}
        <Part id="team" title="The team">
          {found.ok ? <PeopleList {...found.value} own={userId} away={away} /> : <Unavailable />}
        </Part>
        {found.ok && found.value.invitations.length > 0 && (
          <Part id="invitations" title="Open invitations">
            <InvitationList invitations={found.value.invitations} names={names} now={now} />
          </Part>
        )}
      </div>
      <div className="grid gap-8 content-start">
        <Part id="invite" title="Invite somebody">
          <InviteForm />
        </Part>
        <Part id="roles" title="Who may what">
          <ExplainedList items={roleRights} />
        </Part>
      </div>
    </WorkPage>
  );
}
