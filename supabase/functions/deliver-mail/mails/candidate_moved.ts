import { z } from "zod";
import { greeting } from "../candidates.ts";
import { defineMail } from "../letter.ts";

/** That another address stands in their record. */
export const candidateMoved = defineMail({ first_name: z.string() }, (content, office) => ({
  subject: "Another address stands in your record",
  paragraphs: [
    greeting(content.first_name),
    "One of our team has put another e-mail address into what we keep of you, instead of this one.",
    "What you were asked at this address, or had agreed to, has ended: no company sees you by it any more.",
  ],
  button: { label: "Tell us if that is not your wish", path: "/contact" },
  notes: [...(office ? [`Or ring us: ${office}.`] : []), "We write about it to this address once."],
}));
