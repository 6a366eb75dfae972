import { defineMail, moment } from "../letter.ts";
import { SITE_NAME } from "../names.ts";
import { momentOf } from "../outlook.ts";

/** That nothing is left of whoever had this address: the last mail to it. */
export const candidateErased = defineMail({ erased_at: moment }, (content) => ({
  subject: "Everything is deleted",
  paragraphs: [
    `As you asked, ${SITE_NAME} has deleted all that we had of you, on ${momentOf(content.erased_at)}.`,
    "No company sees anything of you by us any more, and nothing is left to do.",
  ],
  notes: ["This is our last mail to you. Once it has gone we keep this address no more."],
}));
