import { refusalNotice } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";

export const teamNotices = {
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
  handedOverInPart: (name: string) => ({
    type: "success",
    title: "Handed over in part",
    text: `It is so much that it goes in parts: send this again until ${name} has nothing left.`,
  }),
  absenceSaved: ({ until, standIn }: { until: string; standIn: string }) => ({
    type: "success",
    title: "Saved",
    text: `Up to and with ${until}, what is new or comes back goes to ${standIn}.`,
  }),
  absenceEnded: { type: "success", title: "Welcome back", text: "What is new goes to them again." },
  removed: (name: string) => ({ type: "success", title: "Removed", text: `${name} is no longer in the team.` }),
  notDone: refusalNotice("Not done"),
} as const satisfies Record<string, Notice | ((word: never) => Notice)>;
