import { z } from "zod";
import { defineMail } from "../letter.ts";
import { titled } from "../names.ts";
import { companyFacts, outlook } from "../outlook.ts";

/** What a person of a company is told who has filed a requirement. */
export const requirementFiled = defineMail(
  {
    id: z.uuid(),
    title: z.string(),
    /** What it is called: made by the database, of an id. */
    reference: z.string().regex(/^([A-Z]\d){4}$/),
    /** The recruiter's. */
    reply_to: z.string().nullish(),
    ...outlook,
  },
  (content, office) => {
    const { id, title, reference, reply_to } = content;
    return {
      subject: `We have your requirement: ${reference}`,
      heading: "We have your requirement",
      paragraphs: [`“${titled(title)}” is with our team. Give this reference when you call or write.`],
      facts: [["Reference", reference], ...companyFacts(content, office)],
      button: { label: "Open the requirement", path: `/client-dashboard/requirements/${id}` },
      notes: [],
      replyTo: reply_to ?? undefined,
    };
  },
);
