import { z } from "zod";
import { candidatePath } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { SITE_NAME } from "../names.ts";

/** That nobody is written to at this address any more, and how that is undone. */
export const candidateDisowned = defineMail({ token: z.string() }, (content) => ({
  subject: "We no longer write to this address",
  paragraphs: [
    `Someone who has our mail to this address told ${SITE_NAME}: this is not me. We have closed everything we asked here.`,
    "If that is right, you need do nothing. If it was a slip, undo it: we can then write to you again, and your page opens as before.",
  ],
  button: { label: "Undo it", path: `${candidatePath(content.token)}/undo` },
  notes: ["The link works for thirty days. We send no other mail."],
}));
