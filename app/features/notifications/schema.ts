import { z } from "zod";
import type { Enums } from "~/lib/backend/database.types";
import { choice, type Options } from "~/lib/format/schema";

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

/** The choices for each group: the inbox's mail comes in the morning, or not. */
const choices = {
  requirements: frequencies,
  messages: frequencies,
  inbox: [
    ["daily", "Once a day"],
    ["never", "Never"],
  ],
} as const satisfies Record<MailGroup, Options<Frequency>>;

/** A question of the form: what of a group is told to one side. */
export type Question = { group: MailGroup; label: string; hint: string; options: Options };

/** What the form asks. */
export const questions: Record<Side, readonly Question[]> = {
  company: [
    {
      group: "requirements",
      label: "Your requirements",
      hint: "A requirement has another status, or somebody looks after it now.",
      options: choices.requirements,
    },
    {
      group: "messages",
      label: "Messages",
      hint: "We have written to you about a requirement.",
      options: choices.messages,
    },
  ],
  team: [
    {
      group: "inbox",
      label: "The inbox, each morning",
      hint: "How much is new, overdue, and yours.",
      options: choices.inbox,
    },
    {
      group: "requirements",
      label: "Requirements you are in charge of",
      hint: "You were put in charge, or the company has changed or withdrawn one.",
      options: choices.requirements,
    },
    {
      group: "messages",
      label: "Messages from companies",
      hint: "About requirements that you are in charge of.",
      options: choices.messages,
    },
  ],
};

const required = "Choose how often";
const version = z.coerce.number().int().min(0);

/** The settings of a company's people, with the version that was read: 0 for whoever has chosen nothing yet. */
const companySchema = z.object({
  version,
  requirements: choice(choices.requirements, required),
  messages: choice(choices.messages, required),
});

/** Those of the team. */
const teamSchema = companySchema.extend({ inbox: choice(choices.inbox, required) });

export const settingsSchemas = { company: companySchema, team: teamSchema } as const;

/** What a form has chosen. */
export type Choices = z.output<typeof companySchema> & Partial<Pick<z.output<typeof teamSchema>, "inbox">>;

/** What somebody has chosen, or what holds for whoever has not. */
export type Settings = Record<MailGroup, Frequency> & { version: number };
