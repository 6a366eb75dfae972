import { z } from "zod";
import { candidatePath, greeting } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { SITE_NAME } from "../names.ts";

/** The link to a candidate's page, asked for with their address. */
export const candidateLink = defineMail({ first_name: z.string(), token: z.string() }, (content) => ({
  subject: `Your page at ${SITE_NAME}`,
  paragraphs: [
    greeting(content.first_name),
    "Here is the link to your page. It shows what we keep about you, and who sees it.",
  ],
  button: { label: "Open your page", path: candidatePath(content.token) },
  notes: ["Someone asked for it with this address; we send at most one a day. If it was not you, you need do nothing."],
}));
