import type { ChangeFailure } from "~/lib/result";
import type { Notice } from "~/lib/toast.server";

/** What the database refuses, by its name for it. */
const REFUSALS: Record<string, string> = {
  invitation_unknown: "Nobody knows this link. Open the newest mail that invited you: only its link works.",
  invitation_expired: "The invitation has expired. Ask whoever invited you to send it again.",
  invitation_revoked: "The invitation has been taken back.",
  invitation_accepted: "The invitation has been accepted already.",
  invitation_over: "You have accepted this invitation, and have been removed since. Ask for a new one.",
  other_address: "The invitation is for another address than the one you are signed in with.",
  team_member_already: "You are in the team already.",
  company_already: "Your account belongs to a company already: look below how you can join this one.",
  last_owner: "You are the only owner of your company. Hand it over first, or have another address of yours invited.",
  session_ended: "Your session has ended. Sign in, then accept again.",
};

export const invitationMessages = {
  accepted: {
    team: { type: "success", title: "Welcome to the team", text: "You have accepted the invitation." },
    client: { type: "success", title: "Welcome", text: "You have accepted the invitation." },
  },
  notAccepted: ({ message, status }: ChangeFailure) => ({
    type: "error",
    title: "Invitation not accepted",
    text: status >= 500 ? message : (REFUSALS[message] ?? "This is not possible any more."),
  }),
  signedOut: { type: "success", title: "Signed out", text: "Sign in with the address that is invited." },
} as const satisfies Record<string, Notice | Record<string, Notice> | ((failure: never) => Notice)>;
