import { accessName } from "~/content/access";
import { refusalNotice, type Refusals } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  forbidden: "Only owners change this. Ask an owner of your company, or have yourself made one.",
  member_already: "This address belongs to a member of your company already.",
  invited_already: "This address is invited already, to do something else. Revoke that invitation first.",
  client_not_found: "You belong to another company by now.",
};

/** What the pages of a company say of what was done there. */
export const companyNotices = {
  saved: { type: "success", title: "Saved", text: "Your colleagues and your recruiter see it." },
  invited: (email: string) => ({ type: "success", title: "Invited", text: `A mail is on its way to ${email}.` }),
  quotesSet: ({ wanted }: { wanted: boolean }) => ({
    type: "success",
    title: "Saved",
    text: wanted
      ? "Mails to your company quote how a message begins."
      : "Mails say that there is a message, and none of it.",
  }),
  resent: { type: "success", title: "Sent again", text: "The link in the mail before no longer works." },
  revoked: { type: "success", title: "Invitation revoked", text: "Its link no longer works." },
  accessChanged: ({ new_access: access }: { new_access: string }) => ({
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
  notDone: refusalNotice("Not done", OWN),
} as const satisfies Record<string, Notice | ((word: never) => Notice)>;
