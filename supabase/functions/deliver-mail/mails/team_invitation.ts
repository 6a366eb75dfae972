import { asRole, role } from "../access.ts";
import { invitation, invitationButton, invitationNotes } from "../invitation.ts";
import { defineMail } from "../letter.ts";
import { named, SITE_NAME } from "../names.ts";

/** An invitation to the team. */
export const teamInvitation = defineMail({ ...invitation, role }, (content) => {
  const { role, invited_by, expires_at, token } = content;
  return {
    subject: `You are invited to the team of ${SITE_NAME}`,
    paragraphs: [
      `${invited_by === null ? "A member of the team" : named(invited_by)} invites you to work with us as ${asRole(role)}.`,
    ],
    button: invitationButton(token),
    notes: invitationNotes(expires_at),
  };
});
