import { z } from "zod";
import { defineMail, moment } from "../letter.ts";
import { titled } from "../names.ts";
import { companyFacts, dayOf, outlook, weekdayOf } from "../outlook.ts";

/** That candidates wait for a company's answer. */
export const candidatesWaiting = defineMail(
  {
    ...outlook,
    id: z.uuid(),
    title: z.string(),
    waiting: z.number().int(),
    waiting_since: moment,
    /** By when the answer was asked for; an older database tells none. */
    asked_by: moment.nullish(),
    reply_to: z.string().optional(),
  },
  (content, office) => {
    const { id, title, waiting, waiting_since, asked_by, reply_to } = content;
    const who = waiting === 1 ? "A candidate has waited" : `${waiting} candidates have waited`;
    return {
      subject: `${who} for your answer since ${weekdayOf(waiting_since)}`,
      heading: `Waiting for your answer: ${titled(title)}`,
      paragraphs: [
        `${who} for your company's answer since ${dayOf(waiting_since)}.`,
        "One word for each is enough: interview, maybe or no. Good people do not wait long.",
      ],
      facts: [
        ...(asked_by ? [["Answer was due by", weekdayOf(asked_by)] as const] : []),
        ...companyFacts(content, office),
      ],
      button: { label: "Answer now", path: `/client-dashboard/requirements/${id}/candidates` },
      notes: ["This is our only reminder until we show you others."],
      replyTo: reply_to,
    };
  },
);
