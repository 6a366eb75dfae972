import { z } from "zod";
import { defineMail } from "../letter.ts";
import { named } from "../names.ts";
import { dayOf } from "../outlook.ts";

/** Somebody is away, up to and with a day, and the receiver stands in. */
export const standIn = defineMail({ name: z.string(), until: z.iso.date() }, (content) => ({
  subject: "You stand in for a colleague",
  paragraphs: [
    `${named(content.name)} is away. Their last day away is ${dayOf(content.until)}.`,
    "Until then their new work comes to you.",
  ],
  button: { label: "Open My day", path: "/team/my-day" },
  notes: ["If you can't, tell them or an administrator of the team: either can choose someone else."],
}));
