import { peopleCount } from "~/lib/format/counts";
import { formKinds, publicForms } from "~/content/public-forms";
import type { CompositeTypes, Enums } from "~/lib/backend/database.types";
import { labelOf, type Options } from "~/lib/schema/fields";
import { oneLine } from "~/lib/format/text";

type Row = CompositeTypes<"listed_item">;

/** What the database leaves empty in an item: its types say it of everything. */
type Nullable = "assignee" | "claim_expires_at" | "company" | "subject" | "requirement_id" | "last_note" | "source";

/** An item of the inbox. */
export type ListedItem = { [Key in keyof Row]: Key extends Nullable ? Row[Key] : NonNullable<Row[Key]> };

export type Kind = Enums<"inbox_kind">;
export type State = Enums<"inbox_state">;

/** The kinds, as the team calls them. */
export const kinds: Options<Kind> = [
  ...formKinds.map((kind) => [kind, publicForms[kind].called] as const),
  ["requirement", "Requirement"],
];

/** What an enquiry is called that a colleague has written down, by how it came. */
const SOURCES: Readonly<Record<string, string>> = {
  phone: "Call",
  whatsapp: "WhatsApp",
  walk_in: "Visit",
  email: "E-mail",
};

/** What an item is called, wherever one reads it: of an enquiry that the team has written down, how it came. */
export function kindWords(kind: Kind, source: string | null | undefined): string {
  return SOURCES[source ?? ""] ?? labelOf(kinds, kind);
}

export const states = [
  ["new", "New"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["done", "Done"],
  ["spam", "Spam"],
] as const satisfies Options<State>;

export const noteKinds = [
  ["note", "Note"],
  ["call", "Call"],
  ["email", "E-mail"],
  ["meeting", "Meeting"],
] as const satisfies Options<Enums<"note_kind">>;

/** The groups of the list, in the order of the page (docs/decisions/inbox.md). */
export const groups = [
  ["overdue", "Overdue"],
  ["unclaimed", "New, unassigned"],
  ["mine", "Mine"],
  ["waiting", "Waiting"],
  ["others", "With colleagues"],
  ["flood", "Many from one sender"],
  ["suspect", "Likely spam"],
] as const satisfies Options;

/** That people have applied for what an item is about, and wait for an answer. */
export function applicantWords(count: number): string {
  return `${peopleCount(count)} applied`;
}

/** What an item is about, on one line. */
export function titleOf({ subject, sender }: Pick<ListedItem, "subject" | "sender">): string {
  return oneLine(subject ?? "") || `From ${sender}`;
}

/** Whose an item is at a moment: a claim that has run out is nobody's. */
export function holderOf(
  { assignee, claim_expires_at }: { assignee: string | null; claim_expires_at: string | null },
  now: Date,
): string | null {
  return claim_expires_at !== null && Date.parse(claim_expires_at) <= now.getTime() ? null : assignee;
}

/** What people are called, by their ids. */
export type Names = Readonly<Record<string, string>>;

/** Whose an item is, to one person. */
export function whoseOf(assignee: string | null, userId: string, names: Names): string {
  if (assignee === null) return "nobody";
  return assignee === userId ? "you" : (names[assignee] ?? "a former colleague");
}
