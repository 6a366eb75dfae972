import { z } from "zod";
import { greeting } from "../candidates.ts";
import { defineMail } from "../letter.ts";

/** That another address stands in their record. */
export const candidateMoved = defineMail({ first_name: z.string() }, (content, office) => ({
  subject: "Your record has another address now",
  paragraphs: [
    greeting(content.first_name),
    "One of our team replaced this e-mail address in your record with another.",
    "Every question we asked you at this address has ended, and so has every yes. No company sees you because of them any more.",
  ],
  button: { label: "Tell us if that is wrong", path: "/contact" },
  notes: [...(office ? [`Or call us: ${office}.`] : []), "This is our only mail about it."],
}));
