import { z } from "zod";
import { form, FORMS } from "../forms.ts";
import { defineMail, moment } from "../letter.ts";
import { SITE_EMAIL } from "../names.ts";
import { nextFacts, officeFacts } from "../outlook.ts";

/** What we have of somebody who sent no form, by how it came. */
const WRITTEN_DOWN = {
  phone: "what you said when you called",
  whatsapp: "what you wrote by WhatsApp",
  walk_in: "what you said when you came by",
  email: "what you wrote by e-mail",
};

/**
 * What somebody is told who has sent something: nothing of what they sent, not their name either, since anybody may have
 * given the address.
 */
export const receipt = defineMail(
  {
    kind: form,
    /** How a message came; what is no form a colleague has written down. */
    source: z.enum(["form", "phone", "whatsapp", "walk_in", "email"]).default("form"),
    /** What it is called: made by the database, of an id. */
    reference: z.string().regex(/^([A-Z]\d){4}$/),
    /** Nothing, when it has been answered. */
    answer_by: moment.optional(),
  },
  ({ kind, source, reference, answer_by }, office) => {
    const isForm = source === "form";
    const what = isForm ? FORMS[kind].received : WRITTEN_DOWN[source];
    const how = isForm ? "Someone gave this address in a form on our website." : "Someone gave us this address.";
    return {
      subject: `We have ${what}: ${reference}`,
      heading: `We have ${what}`,
      paragraphs: [
        `It is with our team. Give this reference when you ${office === undefined ? "write" : "call or write"}, so that we find what you sent.`,
      ],
      facts: [
        ["Reference", reference],
        ...nextFacts({ answer_by }, "We answer by"),
        ["Write to us", SITE_EMAIL],
        ...officeFacts(office),
      ],
      notes: [`${how} If it was not you, you need do nothing: we send at most two such messages a day.`],
    };
  },
);
