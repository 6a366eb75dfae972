import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  invitation_revoked: "The invitation has been taken back.",
  invitation_accepted: "The invitation has been accepted already.",
  team_member_already: "You are in the team already.",
  company_already: "Your account belongs to a company already: look below how you can join this one.",
  last_owner: "You are the only owner of your company. Hand it over first, or have another address of yours invited.",
  session_ended: "Your session has ended. Sign in, then accept again.",
};

export const invitationNotices = {
  accepted: {
    team: { type: "success", title: "Welcome to the team", text: "You have accepted the invitation." },
    client: { type: "success", title: "Welcome", text: "You have accepted the invitation." },
  },
  notAccepted: refusalNotice("Invitation not accepted", OWN),
  signedOut: { type: "success", title: "Signed out", text: "Sign in with the address that is invited." },
} as const satisfies Record<string, Notice | Record<string, Notice> | ((failure: never) => Notice)>;
