import { z } from "zod";
import { candidatePath } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { SITE_NAME } from "../names.ts";

/** That nobody is written to at this address any more, and how that is undone. */
export const candidateDisowned = defineMail({ token: z.string() }, (content) => ({
  subject: "We write to this address no more",
  paragraphs: [
    `Somebody with our mail to this address has told ${SITE_NAME}: this is not me. So whatever we asked here is over.`,
    "If that is right, there is nothing to do. If it was a slip, undo it: then we may write to you here again, and you see what we have of you as before.",
  ],
  button: { label: "Undo it", path: `${candidatePath(content.token)}/undo` },
  notes: ["The link works for thirty days. No other mail comes."],
}));
