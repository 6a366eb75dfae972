import { z } from "zod";
import { defineMail } from "../letter.ts";
import { named } from "../names.ts";
import { dayOf } from "../outlook.ts";

/** Somebody is away, up to and with a day, and the receiver stands in; of an absence that is to come, from its first day on. */
export const standIn = defineMail(
  { name: z.string(), until: z.iso.date(), begins_on: z.iso.date().optional() },
  (content) => ({
    subject: "You stand in for a colleague",
    paragraphs:
      content.begins_on === undefined
        ? [
            `${named(content.name)} is away. Their last day away is ${dayOf(content.until)}.`,
            "Until then their new work comes to you.",
          ]
        : [
            `${named(content.name)} is away from ${dayOf(content.begins_on)} to ${dayOf(content.until)}.`,
            "In this time their new work comes to you.",
          ],
    button: { label: "Open My day", path: "/team/my-day" },
    notes: ["If you can't, tell them or an administrator of the team: either can choose someone else."],
  }),
);
