import { accessName } from "~/content/access";
import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What the database refuses, by its name for it. */
const REFUSALS: Record<string, string> = {
  session_ended: "Your session has ended. Sign in in another tab, then send it again: your entries are kept.",
  forbidden: "Only owners change this. Ask an owner of your company, or have yourself made one.",
  stale: "Somebody has saved it since you opened this page. Nothing of yours is saved: look at what it says now first.",
  last_owner: "A company needs an owner, and this is the last one. Hand it over to a colleague first.",
  member_not_found: "This person is not in your company any more.",
  member_already: "This address belongs to a member of your company already.",
  invited_already: "This address is invited already, to do something else. Revoke that invitation first.",
  address_invalid: "This is no e-mail address.",
  too_many: "That is enough for today: fifty invitations from you, or five to this address. Please go on tomorrow.",
  too_many_at_first:
    "Until your company has filed a requirement, it sends three invitations a day. File one, or go on tomorrow.",
  too_many_unseen:
    "Until our team has taken up what your company filed, it sends five invitations a day. Please go on tomorrow.",
  too_many_everywhere:
    "Too many new companies invite people today. Please go on tomorrow, or write to us: we can invite your colleagues.",
  too_many_renames:
    "That is enough for today: a hundred changes of names from your company. Please go on tomorrow, or write to us.",
  too_many_own_names: "That is enough changes of names for today. Please go on tomorrow.",
  too_many_accesses: "That is enough for today: a hundred changes of access in your company. Please go on tomorrow.",
  too_soon: "It was sent less than a minute ago. Please wait a moment.",
  invitation_not_found: "This invitation is not there any more.",
  invitation_accepted: "This invitation has been accepted.",
  invitation_revoked: "This invitation has been revoked.",
  client_not_found: "You belong to another company by now.",
};

/** What the pages of a company say of what was done there. */
export const companyMessages = {
  saved: { type: "success", title: "Saved", text: "Your colleagues and your recruiter see it." },
  invited: (email: string) => ({ type: "success", title: "Invited", text: `A mail is on its way to ${email}.` }),
  resent: { type: "success", title: "Sent again", text: "The link in the mail before no longer works." },
  revoked: { type: "success", title: "Invitation revoked", text: "Its link no longer works." },
  accessChanged: (access: string) => ({
    type: "success",
    title: "Access changed",
    text: `It is now: ${accessName(access)}. They are told by mail.`,
  }),
  removed: (name: string) => ({ type: "success", title: "Removed", text: `${name} is no longer in your company.` }),
  left: (company: string) => ({ type: "success", title: "You have left", text: `You no longer belong to ${company}.` }),
  handedOver: (name: string) => ({
    type: "success",
    title: "Handed over",
    text: `${name} owns the company now, and you are a member. You are both told by mail.`,
  }),
  notDone: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Not done",
    text: status >= 500 ? message : (REFUSALS[message] ?? "This is not possible any more."),
  }),
} as const satisfies Record<string, Notice | ((word: never) => Notice)>;
