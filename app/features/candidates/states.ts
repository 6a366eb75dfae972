import { z } from "zod";
import { labelOf, type Options } from "~/lib/schema/fields";
import type { BadgeColour } from "~/ui/pieces/badge";

/** What a state is called, and its colour. */
type Look = { label: string; badge: BadgeColour | undefined };

/** How far a candidate is for one requirement, in the order in which it goes. */
const definitions = {
  applied: { label: "Applied", badge: "yellow" },
  draft: { label: "Not asked", badge: undefined },
  asked: { label: "Asked", badge: "yellow" },
  agreed: { label: "Agreed", badge: "blue" },
  shown: { label: "Shown", badge: "orange" },
  interview: { label: "Interview", badge: "blue" },
  offered: { label: "Offered", badge: "blue" },
  accepted: { label: "Accepted", badge: "green" },
  joined: { label: "Joined", badge: "green" },
  declined: { label: "Declined", badge: "red" },
  withdrawn: { label: "Said no", badge: "red" },
  closed: { label: "Withdrawn by us", badge: undefined },
} as const satisfies Record<string, Look>;

export type EntryState = keyof typeof definitions;

/** Their names, as the database has them. */
export const entryStates = Object.keys(definitions) as [EntryState, ...EntryState[]];

/** What a state is called. */
export function stateLabel(state: EntryState): string {
  return definitions[state].label;
}

type Standing = {
  state: EntryState;
  is_disowned: boolean;
  shown_at: string | null;
  /** When they were turned down, who had applied; an older database tells none. */
  turned_down_at?: string | null | undefined;
  is_application_withdrawn?: boolean | undefined;
};

/** How the state of an entry is told; one that ended since the address was somebody else's is called so. */
export function stateOf({ state, is_disowned, shown_at, turned_down_at, is_application_withdrawn }: Standing): Look {
  if (is_application_withdrawn) return { label: "Withdrew the application", badge: "red" };
  // A no is said before anybody sees them; whoever was shown takes back a yes.
  if (state === "withdrawn" && shown_at !== null) return { label: "Candidate withdrew", badge: "red" };
  if (state === "closed" && turned_down_at) return { label: "Turned down", badge: "red" };
  return state === "closed" && is_disowned ? { label: "Wrong person", badge: "red" } : definitions[state];
}

/** Does the company see the card? */
export function isShown(state: EntryState): boolean {
  return ["shown", "interview", "offered", "accepted", "joined", "declined"].includes(state);
}

/** What a company says of a card. */
export const verdicts = [
  ["interview", "Interview"],
  ["maybe", "Maybe"],
  ["no", "No"],
  ["known", "We know this person already"],
] as const satisfies Options;

export type Verdict = (typeof verdicts)[number][0];

/** What a company has said, as the team reads it: the company's own "we" is not ours. */
export function verdictWords(verdict: Verdict): string {
  return verdict === "known" ? "Company knows them" : labelOf(verdicts, verdict);
}

/** An answer, as the database says it. */
export const verdictSchema = z.enum(verdicts.map(([verdict]) => verdict) as [Verdict, ...Verdict[]]);
