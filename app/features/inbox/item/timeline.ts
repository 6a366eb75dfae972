import type { Json } from "~/lib/backend/database.types";
import { labelOf } from "~/lib/schema/fields";
import { isolated, spaced } from "~/lib/format/text";
import { nearMomentWords, type Clock } from "~/lib/format/near-days";
import type { Item, Reply } from "./item.server";
import { noteKinds, states, type Names } from "~/features/inbox/list/items";

/** One thing that happened, or that somebody noted. */
export type Entry = {
  id: string;
  at: string;
  who: string;
  what: string;
  /** A note's words. */
  body?: string;
};

/** An event of a requirement, as its own history reads it: nobody is named here. */
type Happened = Pick<Item["requirement_events"][number], "type" | "side"> & {
  changes: Record<string, unknown>;
  people: null;
};

/** How a requirement's own history tells what has words of its own there, and who did what nobody of either side has. */
type History = { words: (event: Happened) => string | undefined; ownerless: (event: Happened) => string };

type TimelineArgs = { names: Names; userId: string; history: History };

/** What a field has become, where an event says it. */
function newOf(changes: Json, field: string): string | undefined {
  if (typeof changes !== "object" || changes === null || Array.isArray(changes)) return undefined;
  const pair = changes[field];
  const now: unknown = Array.isArray(pair) ? pair[1] : undefined;
  return typeof now === "string" ? now : undefined;
}

function nameOf(person: string | null, { names, userId }: TimelineArgs, otherwise: string): string {
  if (person === null) return otherwise;
  return person === userId ? "You" : (names[person] ?? otherwise);
}

/** What brings an item back: the company's people are not named here. */
const BY_COMPANY = ["returned", "written"];
/** What nobody has done. */
const BY_ITSELF = "sender_spam";

/** What of an event its words are made of; empty where it says nothing of it. */
type Said = { to: string; state: string; due: string };

/** What happened to an item, by the type of its event. */
const EVENTS: Readonly<Record<string, (said: Said) => string>> = {
  taken: () => "Taken",
  given: ({ to }) => `Given to ${to}`,
  released: () => "Unassigned",
  state: ({ state, due }) => (due ? `Set to ${state}, due ${due}` : `Set to ${state}`),
  due: ({ due }) => `Due ${due}`,
  returned: () => "Open again: the company changed it",
  written: () => "Open again: the company wrote a message",
  applied: () => "Open again: people have applied",
  answered: () => "Answered the company",
  replied: () => "Replied by mail",
  converted: () => "Made a requirement of it",
  mended: () => "Corrected what was written down",
  candidate: () => "Made a candidate of it",
  sender_marked: () => "Whatever else they send comes as spam",
  sender_spam: () => "Came as spam: its sender was marked so",
  sender_released: () => "Not spam: what they send is to do again",
  undone: ({ state }) => (state ? `Undone: ${state} again` : "Undone"),
};

function eventWords({ type, person, changes }: Item["events"][number], told: TimelineArgs, clock: Clock): string {
  const to = person === told.userId ? "you" : nameOf(person, told, "a former colleague");
  const state = newOf(changes, "state");
  const due = newOf(changes, "due_at");
  const said: Said = {
    to,
    state: states.find(([value]) => value === state)?.[1].toLowerCase() ?? "",
    due: due ? nearMomentWords(new Date(due), clock) : "",
  };
  return EVENTS[type]?.(said) ?? "Changed";
}

type RequirementEvent = Item["requirement_events"][number];

function asHistory({ type, side, changes }: RequirementEvent): Happened {
  return { type, side, changes: changes as Record<string, unknown>, people: null };
}

/** Who has done what no colleague is named for. */
function requirementActor(event: RequirementEvent, { history }: TimelineArgs): string {
  if (event.side === null) return history.ownerless(asHistory(event));
  return event.side === "team" ? "A former colleague" : "The company";
}

function requirementWords(event: RequirementEvent, told: TimelineArgs): string {
  const { type, person, changes } = event;
  switch (type) {
    case "created":
    case "converted":
      return "Requirement filed";
    case "status": {
      const status = newOf(changes, "status") ?? "";
      const reason = newOf(changes, "closed_reason");
      return `Requirement set to ${spaced(status)}${reason ? `: ${isolated(reason)}` : ""}`;
    }
    case "recruiter":
      return person === null ? "No recruiter any more" : `Recruiter: ${nameOf(person, told, "a former colleague")}`;
    default:
      return (
        told.history.words(asHistory(event)) ??
        `Edited: ${Object.keys(changes as object)
          .map(spaced)
          .join(", ")}`
      );
  }
}

/** What has become of a mail that was sent from here. */
function replyWords(delivery: Reply["delivery"]): string {
  if (delivery === "failed") return "Replied by mail, but it could not be delivered";
  return delivery === "sent" ? "Replied by mail" : "Replied by mail, now on its way";
}

/** The reply that an event is about. */
function replyOf({ replies }: Item, { type, changes }: Item["events"][number]): Reply | undefined {
  if (type !== "replied") return undefined;
  return replies.find(({ id }) => id === (changes as { reply?: string }).reply);
}

/** Who it was that did something, where no colleague is named. */
function otherwiseOf(type: string): string {
  if (type === BY_ITSELF) return "By itself";
  if (type === "applied") return "Applicants";
  return BY_COMPANY.includes(type) ? "The company" : "A former colleague";
}

/** Everything that happened to an item, its requirement's history and its notes, the newest first. */
export function timelineOf(item: Item, told: TimelineArgs, clock: Clock): Entry[] {
  const gone = "A former colleague";
  const entries: Entry[] = [
    ...item.notes.map(({ id, created_at: at, author, kind, body }) => ({
      id,
      at,
      who: nameOf(author, told, gone),
      what: labelOf(noteKinds, kind),
      body,
    })),
    ...item.events.map((event) => {
      const reply = replyOf(item, event);
      return {
        id: event.id,
        at: event.created_at,
        who: nameOf(event.actor, told, otherwiseOf(event.type)),
        what: reply ? replyWords(reply.delivery) : eventWords(event, told, clock),
        ...(reply ? { body: reply.body } : {}),
      };
    }),
    ...item.requirement_events.map((event) => ({
      id: event.id,
      at: event.created_at,
      who: nameOf(event.actor, told, requirementActor(event, told)),
      what: requirementWords(event, told),
    })),
  ];
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
