import { z } from "zod";
import { defineMail } from "../letter.ts";
import { named, SITE_NAME, titled } from "../names.ts";
import { companyFacts, outlook } from "../outlook.ts";

/** That the team has filed a requirement for the receiver's company. */
export const requirementConverted = defineMail(
  {
    id: z.uuid(),
    title: z.string(),
    company: z.string(),
    /** Was it made of a form of the public website? The others nobody has sent: they called, wrote or came by. */
    is_from_form: z.boolean().default(true),
    /** Has the form named this very address, or only the company? */
    is_named: z.boolean(),
    /** The recruiter's. */
    reply_to: z.string().nullish(),
    ...outlook,
  },
  (content, office) => {
    const { id, title, company, is_from_form, is_named, reply_to } = content;
    return {
      subject: `${SITE_NAME} has filed a requirement for your company`,
      paragraphs: [
        `Our team has filed “${titled(title)}” for ${named(company)}.`,
        !is_from_form
          ? "Someone asked us to, by telephone, by message or in person."
          : is_named
            ? "It comes from a form on our public website that gave your address. We can't check who fills in a public form, so it may not have been you."
            : "It comes from a form on our public website that gave another address. We can't check who fills in a public form, so we do not know who sent it.",
        "If nobody at your company asked for it, tell us on its page, or withdraw it there.",
      ],
      facts: companyFacts(content, office),
      button: { label: "Open the requirement", path: `/client-dashboard/requirements/${id}` },
      notes: [],
      replyTo: reply_to ?? undefined,
    };
  },
);
