import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What the database refuses, by its name for it. */
const REFUSALS: Record<string, string> = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your entries are kept.",
  stale: "Somebody has saved it since you opened this page. Nothing of yours is saved: look at what it says now first.",
  last_admin: "This is the last admin. Make somebody else an admin first.",
  person_not_found: "This person is not in the team any more.",
  member_already: "This address belongs to a member of this company already.",
  team_member_already: "This address belongs to somebody of the team already.",
  company_already: "This address belongs to a company's account. Somebody can be the team's or a company's, not both.",
  invited_already: "This address is invited already, as something else. Revoke that invitation first.",
  address_invalid: "This is no e-mail address.",
  too_many: "That is enough for today: fifty invitations from you, or five to this address. Please go on tomorrow.",
  too_soon: "It was sent less than a minute ago. Please wait a moment.",
  invitation_not_found: "This invitation is not there any more.",
  invitation_accepted: "This invitation has been accepted.",
  invitation_revoked: "This invitation has been revoked.",
  has_owner: "This company has an owner, who invites its people.",
  client_not_found: "This company is not there any more.",
};

export const teamMessages = {
  invited: (email: string) => ({ type: "success", title: "Invited", text: `A mail is on its way to ${email}.` }),
  resent: { type: "success", title: "Sent again", text: "The link in the mail before no longer works." },
  revoked: { type: "success", title: "Invitation revoked", text: "Its link no longer works." },
  roleChanged: (role: string) => ({
    type: "success",
    title: "Role changed",
    text: `The new role is: ${role}. They are told by mail.`,
  }),
  detailsSaved: {
    type: "success",
    title: "Saved",
    text: "Clients see it with the requirements they are in charge of.",
  },
  removed: (name: string) => ({ type: "success", title: "Removed", text: `${name} is no longer in the team.` }),
  notDone: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Not done",
    text: status >= 500 ? message : (REFUSALS[message] ?? "This is not possible any more."),
  }),
} as const satisfies Record<string, Notice | ((word: never) => Notice)>;
