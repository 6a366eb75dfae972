import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  invitation_revoked: "The invitation has been revoked.",
  invitation_accepted: "The invitation has been accepted already.",
  team_member_already: "You are in the team already.",
  company_already: "Your account belongs to a company already: look below how you can join this one.",
  last_owner: "You are the only owner of your company. Hand it over first, or have another address of yours invited.",
  session_ended: "Your session has ended. Sign in, then accept again.",
};

export const invitationNotices = {
  accepted: {
    team: successNotice("Welcome to the team", "You have accepted the invitation."),
    client: successNotice("Welcome", "You have accepted the invitation."),
  },
  notAccepted: refusalNotice("Invitation not accepted", OWN),
  signedOut: successNotice("Signed out", "Sign in with the address that is invited."),
};
