import { defineMail, moment } from "../letter.ts";
import { SITE_NAME } from "../names.ts";
import { momentOf } from "../outlook.ts";

/** That nothing is left of whoever had this address: the last mail to it. */
export const candidateErased = defineMail({ erased_at: moment }, (content) => ({
  subject: "Everything is deleted",
  paragraphs: [
    `As you asked, ${SITE_NAME} deleted everything we kept about you on ${momentOf(content.erased_at)}.`,
    "No company sees anything about you through us any more. You need do nothing.",
  ],
  notes: ["This is our last mail to you. Once it is sent, we delete this address too."],
}));
