import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { choice, optionalDate, optionalText, seenVersion, type Options } from "~/lib/schema/fields";
import { versionedIdSchema } from "~/lib/schema/versioned-id";
import { cardFields } from "~/features/candidates/fields";
import type { EntryState } from "~/features/candidates/states";
import type { Entry, Shortlist } from "./shortlist.server";

/** An entry as a form has seen it. */
const versionedId = versionedIdSchema.or(z.literal("").transform(() => ({ id: "", seen: 0 })));

/** What is on a card, and why this person. */
export const cardFormSchema = z.object({
  entry: versionedId,
  chosen: z.array(z.enum(cardFields.map(([name]) => name) as [string, ...string[]], "Choose from the list")),
  pitch: optionalText("the pitch", 2_000),
  /** What the recruiter says beside the question; no part of the card. */
  words: optionalText("your line", 300),
});
export type CardForm = z.output<typeof cardFormSchema>;
export const cardFormKeys = {
  single: ["entry", "pitch", "words"],
  multiple: ["chosen"],
  most: 20,
} as const satisfies FormKeys;

const tick = z.string().transform((value) => value === "on");

/** How the candidates of a requirement are shown. */
export const howSchema = z.object({
  seen: seenVersion,
  is_blind: tick,
  /** Null where nobody has said it. */
  is_abroad: z.string().transform((value) => (value === "yes" || value === "no" ? value === "yes" : null)),
  tells_pay: tick,
  is_by_mail: tick,
});
export const howKeys = { checkboxes: ["is_blind", "tells_pay", "is_by_mail"] };

/** What the team marks somebody as who was shown. */
export const marks = [
  ["offered", "Offered"],
  ["accepted", "Accepted, begins on"],
  ["joined", "Joined"],
  ["declined", "Declined"],
  ["interview", "Interview"],
  ["shown", "Back to shown"],
] as const satisfies Options<EntryState>;

/** The day on which somebody begins who has accepted, or has begun who has joined: that is today unless another is said. */
export const markSchema = z
  .object({
    entry: versionedId,
    state: choice(marks, "Choose what came of it"),
    day: optionalDate,
  })
  .superRefine(({ state, day }, context) => {
    if (state !== "accepted" || day !== null) return;
    context.addIssue({ code: "custom", path: ["day"], message: "Enter the day on which they begin" });
  })
  .transform((mark) => (mark.state === "accepted" || mark.state === "joined" ? mark : { ...mark, day: null }));
export const markKeys = { single: ["entry", "state", "day"] } as const satisfies FormKeys;

/** The groups of a shortlist, the furthest first. */
const groups = [
  ["company", "With the company"],
  ["agreed", "Said yes"],
  ["asked", "Asked"],
  ["draft", "Not asked yet"],
  ["over", "Closed"],
] as const satisfies Options;

export type GroupName = (typeof groups)[number][0];

/** Where an entry stands: a yes that has ended is none. */
function groupOf({ state, has_yes }: Entry): GroupName {
  if (state === "agreed") return has_yes ? "agreed" : "draft";
  if (state === "asked" || state === "draft") return state;
  return state === "withdrawn" || state === "closed" || state === "declined" ? "over" : "company";
}

/** The entries in their groups. */
export function groupsOf({ entries }: Shortlist): { name: GroupName; label: string; members: Entry[] }[] {
  return groups
    .map(([name, label]) => ({ name, label, members: entries.filter((entry) => groupOf(entry) === name) }))
    .filter(({ members }) => members.length > 0);
}

/** By which way somebody can be asked for their yes: by mail, else at a number of theirs. */
export function wayToAsk({ candidate }: Entry): "mail" | "phone" {
  return candidate.has_address ? "mail" : "phone";
}

/** Why somebody can't be asked for their yes, in words; undefined for who can. */
export function whyNotAsked(
  { is_never, candidate }: Entry,
  { shortlist, has_emigration_number, may_ask_by_phone }: Omit<Shortlist, "entries">,
): string | undefined {
  if (is_never) return "This company must not see them: it is on their list, or they work there.";
  if (candidate.erase_at) return "They want everything about them deleted: nobody may ask them anything.";
  if (!candidate.has_address && !may_ask_by_phone) {
    return "We have no e-mail address for them, and our settings take a yes by a code in a mail only.";
  }
  if (!candidate.has_address && candidate.numbers.length === 0) {
    return "We have no e-mail address for them, and no mobile number with its country's code.";
  }
  if (shortlist.is_abroad && !has_emigration_number) {
    return "The job is abroad, and the settings have no registration number under the Emigration Act.";
  }
  return undefined;
}

/** Was somebody asked about what is another card now? They have to be asked again. */
export function isUnasked({ state, asked_at }: Pick<Entry, "state" | "asked_at">): boolean {
  return state === "draft" && asked_at !== null;
}

/** What is said of a card that was changed before they are shown. */
export const OTHER_CARD = "They said yes to another card: save this one and ask again, or undo your changes";

/** Does a form have the card that is saved? */
export function isSameCard(saved: Pick<Entry, "chosen" | "pitch">, { chosen, pitch }: CardForm): boolean {
  const hasSame = saved.chosen.length === chosen.length && saved.chosen.every((name) => chosen.includes(name));
  return hasSame && saved.pitch === pitch;
}

/** May the card still be changed? */
export function isOpenCard(state: EntryState): boolean {
  return state === "draft" || state === "asked" || state === "agreed";
}
