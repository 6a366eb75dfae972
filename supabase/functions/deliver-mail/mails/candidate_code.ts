import { z } from "zod";
import { greeting } from "../candidates.ts";
import { defineMail, moment } from "../letter.ts";
import { momentOf } from "../outlook.ts";

/** The code that a candidate's page asks for. */
export const candidateCode = defineMail(
  {
    first_name: z.string(),
    code: z.string().regex(/^\d{6}$/),
    expires_at: moment,
  },
  (content) => ({
    subject: `Your code: ${content.code}`,
    heading: "Your code",
    paragraphs: [
      greeting(content.first_name),
      `Enter ${content.code} on the page that asks for it. It works once, until ${momentOf(content.expires_at)}.`,
    ],
    notes: ["Tell nobody this code: we never ask for it. If you did not ask for one, you need do nothing."],
  }),
);
