import type { Route } from "./+types/list";
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
import { absenceWords, everyName } from "~/features/team/names";
import {
  inviteKeys,
  inviteSchema,
  invitationSchema,
  personRoleSchema,
  roleName,
  roleRights,
} from "~/features/team/schema";
import { formContext, type Context } from "~/lib/http/context";
import { NO_ENTRIES, type FormState } from "~/lib/forms/form";
import { formResponse, keepEntries, parseForm } from "~/lib/forms/form.server";
import { formPageMeta } from "~/lib/http/meta";
import type { Result } from "~/lib/result";
import type { Notice } from "~/lib/http/notice.server";
import { loadAdminPage } from "~/pages/admin";
import { makeChange } from "~/pages/change";
import { withStatus } from "~/pages/page";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { ExplainedList } from "~/ui/pieces/explained";
import { WorkPage } from "~/ui/layout/work/work-page";

const PATH = "/team/people";
const TITLE = "People";
const LEAD = "Who is in the team, and what each may do.";

export const meta = () => formPageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadAdminPage(context, url, () => loadPeople(context));
  const names = everyName(page);
  const away = Object.fromEntries((page.team ?? []).map((person) => [person.user_id, absenceWords(person, names)]));
  return withStatus({ ...page, away, names, now: new Date().toISOString() });
}

type TeamChangeArgs = {
  /** The form as it was sent, where something is typed into it. */
  state?: FormState;
  act: () => Promise<Result<unknown>>;
  done: Notice;
  /** Where it leads when it is done, whoever has done it. */
  path?: string | ((userId: string) => string);
};

/** Does what a form of the page asks for. @throws the not-found page, for want of the right */
function change(context: Context, { state = NO_ENTRIES, act, done, path = PATH }: TeamChangeArgs) {
  return makeChange(context, {
    state,
    act: async (userId) => {
      const made = await act();
      return made.ok ? { ok: true, value: userId } : made;
    },
    failed: "team not changed",
    notDone: teamNotices.notDone,
    done: (userId) => ({ notice: done, path: typeof path === "string" ? path : path(userId), hasMail: true }),
    notFoundWhen: ({ status, message }) => status === 404 && message === "forbidden",
    isInvitation: true,
  });
}

export async function action({ context }: Route.ActionArgs) {
  const body = context.get(formContext);
  const sent = Object.fromEntries(body);
  const intent = body.get("intent");
  switch (intent) {
    case "invite": {
      const { values, state } = await parseForm(body, inviteSchema, inviteKeys);
      if (!values) return formResponse(state, 400);
      const act = () => inviteToTeam(context, values);
      return change(context, { state, act, done: teamNotices.invited(values.email) });
    }
    case "role": {
      // Whoever is to be able to do everything is asked about first.
      if (body.get("new_role") === "admin" && body.get("is_sure") !== "yes") {
        return formResponse({ ...keepEntries(body, { single: ["person"] }), errors: {} }, 200);
      }
      const entries = personRoleSchema.safeParse(sent).data;
      if (!entries) return formResponse(NO_ENTRIES, 400);
      return change(context, {
        act: () => setTeamRole(context, entries.person, entries.new_role),
        done: teamNotices.roleChanged(roleName(entries.new_role)),
        // Whoever is no admin any more does not see this page again.
        path: (userId) => (entries.person === userId && entries.new_role !== "admin" ? "/team" : PATH),
      });
    }
    case "resend":
    case "revoke": {
      const invitation = invitationSchema.safeParse(sent).data?.invitation;
      if (invitation === undefined) return formResponse(NO_ENTRIES, 400);
      return intent === "resend"
        ? change(context, { act: () => resendInvitation(context, invitation), done: teamNotices.resent })
        : change(context, { act: () => revokeInvitation(context, invitation), done: teamNotices.revoked });
    }
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
        <Part id="invite" title="Invite a colleague">
          <InviteForm />
        </Part>
        <Part id="roles" title="Who may do what">
          <ExplainedList items={roleRights} />
        </Part>
      </div>
    </WorkPage>
  );
}
