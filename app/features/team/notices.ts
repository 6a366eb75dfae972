import { refusalNotice } from "~/lib/backend/refusals";
import { successNotice } from "~/lib/http/notices";

export const teamNotices = {
  invited: (email: string) => successNotice("Invited", `A mail is on its way to ${email}.`),
  resent: successNotice("Sent again", "The link in the mail before no longer works."),
  revoked: successNotice("Invitation revoked", "Its link no longer works."),
  roleChanged: (role: string) => successNotice("Role changed", `The new role is: ${role}. They are told by mail.`),
  detailsSaved: successNotice("Saved", "Clients see it with the requirements they are in charge of."),
  handedOverInPart: (name: string) =>
    successNotice(
      "Handed over in part",
      `There is too much for one step. Send this again until ${name} has nothing left.`,
    ),
  absenceSaved: ({ from, until, standIn }: { from: string | undefined; until: string; standIn: string }) =>
    successNotice(
      "Saved",
      from === undefined
        ? `New and returning work goes to ${standIn}. The last day is ${until}.`
        : `From ${from} new and returning work goes to ${standIn}. The last day is ${until}.`,
    ),
  absenceEnded: (isOwn: boolean) => successNotice("Absence ended", `New work goes to ${isOwn ? "you" : "them"}.`),
  removed: (name: string) => successNotice("Removed", `${name} is no longer in the team.`),
  notDone: refusalNotice("Not done"),
};
