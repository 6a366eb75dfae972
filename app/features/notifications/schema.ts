import { z } from "zod";
import type { Enums } from "~/lib/backend/database.types";
import { choice, type Options } from "~/lib/schema/fields";

/** How often somebody gets mails of a group. */
type Frequency = Enums<"mail_frequency">;

/** What mails are about. */
export type MailGroup = "requirements" | "messages" | "inbox";

/** Whose settings they are. */
export type Side = "company" | "team";

export const frequencies = [
  ["at_once", "At once"],
  ["daily", "Once a day"],
  ["never", "Never"],
] as const satisfies Options<Frequency>;

/** What can be chosen of each group: the inbox's mail comes in the morning, or not. */
export const frequenciesOf = {
  requirements: frequencies,
  messages: frequencies,
  inbox: [frequencies[1], frequencies[2]],
} as const satisfies Record<MailGroup, Options<Frequency>>;

/** A question of the form: what of a group is told to one side. */
export type Question = { group: MailGroup; label: string; hint: string };

/** What the form asks. */
export const questions: Record<Side, readonly Question[]> = {
  company: [
    {
      group: "requirements",
      label: "Your requirements",
      hint: "A requirement has another status, another recruiter, or candidates for you to answer.",
    },
    {
      group: "messages",
      label: "Messages",
      hint: "We have written to you about a requirement.",
    },
  ],
  team: [
    {
      group: "inbox",
      label: "The inbox, each morning",
      hint: "How much is new, overdue, and yours.",
    },
    {
      group: "requirements",
      label: "Requirements you are in charge of",
      hint: "You were put in charge, the company changed or withdrew one, or there is an answer about a candidate.",
    },
    {
      group: "messages",
      label: "Messages from companies",
      hint: "About requirements that you are in charge of.",
    },
  ],
};

const required = "Choose how often";
const version = z.coerce.number().int().min(0);

/** The settings of a company's people, with the version that was read: 0 for whoever has chosen nothing yet. */
const companySchema = z.object({
  version,
  requirements: choice(frequenciesOf.requirements, required),
  messages: choice(frequenciesOf.messages, required),
});

/** Those of the team. */
const teamSchema = companySchema.extend({ inbox: choice(frequenciesOf.inbox, required) });

export const settingsSchemas = { company: companySchema, team: teamSchema } as const;

/** What a form has chosen. */
export type Choices = z.output<typeof companySchema> & Partial<Pick<z.output<typeof teamSchema>, "inbox">>;

/** What somebody has chosen, or what holds for whoever has not. */
export type Settings = Record<MailGroup, Frequency> & { version: number };
