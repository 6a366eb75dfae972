import { z } from "zod";
import { defineMail } from "../letter.ts";
import { named } from "../names.ts";
import { dayOf } from "../outlook.ts";

/** Somebody is away, up to and with a day, and the receiver stands in. */
export const standIn = defineMail({ name: z.string(), until: z.iso.date() }, (content) => ({
  subject: "You stand in for a colleague",
  paragraphs: [
    `${named(content.name)} is away up to and with ${dayOf(content.until)}.`,
    "What would come to them in that time comes to you.",
  ],
  button: { label: "Open My day", path: "/team/my-day" },
  notes: ["If that can't be, tell them or an administrator of the team: either can name somebody else."],
}));
