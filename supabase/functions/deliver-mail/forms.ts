import { z } from "zod";

/**
 * What comes by each public form, in our words, since anybody may have given the address: as a receipt says it, as the
 * subject of a reply to it begins, and on a colleague's day.
 */
export const FORMS = {
  contact: { received: "your message", answered: "Your message to", called: "A message" },
  posting: { received: "your job posting", answered: "Your job posting at", called: "A posting" },
  consultation: {
    received: "your request for a consultation",
    answered: "Your consultation with",
    called: "A consultation",
  },
} as const;

export type Form = keyof typeof FORMS;
/** One of the public forms. */
export const form = z.enum(Object.keys(FORMS) as [Form, ...Form[]]);
