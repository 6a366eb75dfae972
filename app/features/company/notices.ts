import { accessName } from "~/content/access";
import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  forbidden: "Only owners can change this. Ask an owner of your company.",
  member_already: "This address belongs to a member of your company already.",
  invited_already: "This address is invited already, with other access. Revoke that invitation first.",
  client_not_found: "You belong to another company now.",
};

/** What the pages of a company say of what was done there. */
export const companyNotices = {
  saved: successNotice("Saved", "Your colleagues and your recruiter see it."),
  invited: (email: string) => successNotice("Invited", `A mail is on its way to ${email}.`),
  quotesSet: ({ wanted }: { wanted: boolean }) =>
    successNotice(
      "Saved",
      wanted
        ? "Mails to your company quote how a message begins."
        : "Mails say that there is a message, but do not quote it.",
    ),
  resent: successNotice("Sent again", "The link in the mail before no longer works."),
  revoked: successNotice("Invitation revoked", "Its link no longer works."),
  accessChanged: ({ new_access: access }: { new_access: string }) =>
    successNotice("Access changed", `It is now: ${accessName(access)}. They are told by mail.`),
  removed: (name: string) => successNotice("Removed", `${name} is no longer in your company.`),
  left: (company: string) => successNotice("You have left", `You no longer belong to ${company}.`),
  handedOver: (name: string) =>
    successNotice("Handed over", `${name} owns the company now, and you are a member. You are both told by mail.`),
  notDone: refusalNotice("Not done", OWN),
};
