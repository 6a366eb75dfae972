import { z } from "zod";
import { form, FORMS } from "../forms.ts";
import { defineMail, moment } from "../letter.ts";
import { quoted, SITE_NAME } from "../names.ts";
import { dayOf } from "../outlook.ts";

/** What a colleague has written to whoever sent something. */
export const itemReply = defineMail(
  {
    kind: form,
    /** What a colleague has written. */
    body: z.string(),
    /** What it answers, and when that came; anybody may have sent it with this address. */
    quoted: z.string().optional(),
    came_at: moment,
    /** Who has written it, as long as they are of the team. */
    author: z.string().optional(),
    phone: z.string().optional(),
    reply_to: z.string().optional(),
  },
  (content) => {
    const { kind, body, quoted: answered, came_at, author, phone, reply_to } = content;
    return {
      subject: `${FORMS[kind].answered} ${SITE_NAME}`,
      heading: null,
      paragraphs: [...body.split(/\n{2,}/), [author, SITE_NAME, phone].filter(Boolean).join("\n")],
      notes: [],
      replyTo: reply_to,
      isPersonal: true,
      ...(answered === undefined
        ? {}
        : { quote: { heading: `We received this from your address on ${dayOf(came_at)}:`, lines: quoted(answered) } }),
    };
  },
);
