import type { Json } from "~/lib/database.types";
import { spaced } from "~/lib/text";
import { momentWords, type Clock } from "./due";
import type { Item } from "./item.server";
import { labelOf, noteKinds, states } from "./lines";

/** One thing that happened, or that somebody noted. */
export type Entry = {
  id: string;
  at: string;
  who: string;
  what: string;
  /** A note's words. */
  body?: string;
};

type Names = { of: ReadonlyMap<string, string>; userId: string };

/** Old and new of a field, where an event has them. */
function pairOf(changes: Json, field: string): [old: string, now: string] | undefined {
  if (typeof changes !== "object" || changes === null || Array.isArray(changes)) return undefined;
  const pair = changes[field];
  const [old, now]: unknown[] = Array.isArray(pair) ? pair : [];
  return typeof old === "string" && typeof now === "string" ? [old, now] : undefined;
}

function nameOf(person: string | null, { of, userId }: Names, otherwise: string): string {
  if (person === null) return otherwise;
  return person === userId ? "You" : (of.get(person) ?? otherwise);
}

/** What brings a line back: the company's people are not named here. */
const BY_COMPANY = ["returned", "written"];

function eventWords({ type, person, changes }: Item["events"][number], names: Names, clock: Clock): string {
  const to = nameOf(person, names, "somebody who has left").replace("You", "you");
  const state = pairOf(changes, "state")?.[1];
  const stateWord = states.find(([value]) => value === state)?.[1].toLowerCase() ?? "";
  const due = pairOf(changes, "due_at")?.[1];
  const dueWord = due ? momentWords(new Date(due), clock) : "";
  switch (type) {
    case "taken":
      return "Taken";
    case "given":
      return `Given to ${to}`;
    case "released":
      return "Given back to nobody";
    case "state":
      return dueWord ? `Set to ${stateWord}, due ${dueWord}` : `Set to ${stateWord}`;
    case "due":
      return `Due ${dueWord}`;
    case "returned":
      return "Came in again: the company has changed it";
    case "written":
      return "Came in again: the company has written a message";
    case "answered":
      return "Wrote to the company";
    default:
      return "Made a requirement of it";
  }
}

function requirementWords({ type, person, changes }: Item["requirementEvents"][number], names: Names): string {
  switch (type) {
    case "created":
    case "converted":
      return "Requirement filed";
    case "status": {
      const status = pairOf(changes, "status")?.[1] ?? "";
      return `Requirement set to ${spaced(status)}`;
    }
    case "recruiter":
      return person === null ? "No recruiter any more" : `Recruiter: ${nameOf(person, names, "somebody who has left")}`;
    default:
      return `Edited: ${Object.keys(changes as object)
        .map(spaced)
        .join(", ")}`;
  }
}

/** Everything that happened to a line, its requirement's history and its notes, the newest first. */
export function timelineOf(item: Item, names: Names, clock: Clock): Entry[] {
  const gone = "Somebody who has left";
  const entries: Entry[] = [
    ...item.notes.map(({ id, created_at: at, author, kind, body }) => ({
      id,
      at,
      who: nameOf(author, names, gone),
      what: labelOf(noteKinds, kind),
      body,
    })),
    ...item.events.map((event) => ({
      id: event.id,
      at: event.created_at,
      who: nameOf(event.actor, names, BY_COMPANY.includes(event.type) ? "The company" : gone),
      what: eventWords(event, names, clock),
    })),
    ...item.requirementEvents.map((event) => ({
      id: event.id,
      at: event.created_at,
      who: nameOf(event.actor, names, event.side === "team" ? gone : "The company"),
      what: requirementWords(event, names),
    })),
  ];
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
