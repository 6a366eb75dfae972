import { createHash } from "node:crypto";
import { fields, type Field } from "./field-words";
import type { Requirement } from "./schema";

/** A mark of what stood in a field: enough to tell whether it was changed, and nothing to read. */
function markOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 8);
}

/** What a form begins with, field by field: it goes along with it, so that it can be told what was changed since. */
export function marksOf(requirement: Requirement): string {
  return fields.map((field) => markOf(requirement[field])).join(".");
}

/** Does a field still have what it had when the form was opened? */
export function isUntouched(marks: string, field: Field, value: unknown): boolean {
  return marks.split(".")[fields.indexOf(field)] === markOf(value);
}

/** Both sides of a requirement that two have edited at once. */
export type BothSides = {
  /** What the form should have now: the person's own, and what only the other has changed. */
  merged: Requirement;
  /** What both have changed, each in another way. */
  disputed: Field[];
  /** What only the other has changed. */
  theirs: Field[];
};

/**
 * Compares what two have made of one requirement.
 *
 * @param marks what the form began with
 * @param mine what it was sent with
 * @param current what stands there now
 */
export function compareSides(marks: string, mine: Requirement, current: Requirement): BothSides {
  const differ = fields.filter((field) => markOf(mine[field]) !== markOf(current[field]));
  const theirs = differ.filter((field) => isUntouched(marks, field, mine[field]));
  const disputed = differ.filter((field) => !theirs.includes(field) && !isUntouched(marks, field, current[field]));
  const taken = Object.fromEntries(theirs.map((field) => [field, current[field]]));
  return { merged: { ...mine, ...taken }, disputed, theirs };
}

/** Is what was sent what stands there already? */
export function isSame(mine: Requirement, current: Requirement): boolean {
  return fields.every((field) => markOf(mine[field]) === markOf(current[field]));
}
