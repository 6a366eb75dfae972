import { z } from "zod";
import { defineMail, moment } from "../letter.ts";
import { named, SITE_NAME, titled } from "../names.ts";
import { momentOf } from "../outlook.ts";

const facts = {
  language: z.string(),
  /** Of the advert, in the team's words. */
  title: z.string(),
  place: z.string(),
  /** Of a confidential advert there is none. */
  company: z.string().optional(),
  /** Who of the team reads it. */
  recruiter: z.string().optional(),
  is_reminder: z.boolean().optional(),
  /** Until when the press works. */
  ends_at: moment,
  token: z.string(),
};

/**
 * Asks the mailbox of an application to make it somebody's, by one press. Nothing of what was typed stands in it, and no name:
 * anybody may have given the address.
 */
export const applicationConfirm = defineMail(facts, (content) => {
  const { title, place, company, recruiter, is_reminder, ends_at, token } = content;
  const job = `“${titled(title)}”, ${titled(place)}${company === undefined ? "" : `, at ${named(company)}`}`;
  const reader = recruiter === undefined ? "one of our recruiters reads it" : `${named(recruiter)} reads it`;
  return {
    subject: `${is_reminder ? "A reminder: one press" : "One press"} sends your application for ${titled(title)}, ${SITE_NAME}`,
    heading: null,
    paragraphs: [
      "Hello,",
      `${is_reminder ? "Your application still waits:" : "Thank you for applying for"} ${job}. We have it once you press the button on the page below: then ${reader}, and you have our answer within two working days.`,
      "No one ever pays us for a job.",
    ],
    button: { label: "Send my application", path: `/jobs/confirm/${encodeURIComponent(token)}` },
    notes: [
      `Opening the page decides nothing. The link works until ${momentOf(ends_at)}; without the press we delete everything that was sent.`,
      "You did not apply? Then someone gave your address by mistake. You need do nothing, or say “This is not me” on the page.",
    ],
  };
});
