import { z } from "zod";
import { ACCESSES, access } from "../access.ts";
import { invitation, invitationButton, invitationNotes } from "../invitation.ts";
import { defineMail } from "../letter.ts";
import { named, SITE_NAME } from "../names.ts";

/** An invitation to a company of the client portal. */
export const clientInvitation = defineMail(
  {
    ...invitation,
    access,
    company: z.string(),
    /** A form of the site has named this address, and the team answers it. */
    is_from_form: z.boolean().optional(),
  },
  (content) => {
    const { access, company, invited_by, is_from_form, expires_at, token } = content;
    return {
      subject: `An invitation to the client portal of ${SITE_NAME}`,
      paragraphs: [
        `${invited_by === null ? SITE_NAME : named(invited_by)} invites you to the client portal, for the company ${named(company)}.`,
        `You would be its ${ACCESSES[access]}.`,
        ...(is_from_form === true
          ? [
              "Someone asked us for people on our public website and gave this address. If it was not you, ignore this message, and nothing happens.",
            ]
          : []),
      ],
      button: invitationButton(token),
      notes: invitationNotes(expires_at),
    };
  },
);
