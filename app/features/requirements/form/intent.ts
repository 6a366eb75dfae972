import { skillFields, type SkillField } from "~/features/requirements/fields";
import { cleanSkills } from "~/lib/schema/skills";
import { applyAnswer } from "./pay-question";
import { requirementKeys, skillEntry } from "~/features/requirements/schema";

/** What a button of the requirement form asks for. */
export type Intent =
  | { kind: "submit" }
  | { kind: "enter" }
  | { kind: "add"; field: SkillField }
  | { kind: "remove"; field: SkillField; index: number }
  | { kind: "answer"; answer: string };

/** The value of a button that adds the typed skill, removes the one at an index, or answers what is asked about pay or start. */
export function intentValue(intent: Exclude<Intent, { kind: "submit" | "enter" }>): string {
  if (intent.kind === "answer") return `pay:${intent.answer}`;
  return intent.kind === "add" ? `add:${intent.field}` : `remove:${intent.field}:${intent.index}`;
}

function readIntent(value: unknown): Intent {
  if (value === "enter") return { kind: "enter" };
  const [kind, name, index] = typeof value === "string" ? value.split(":") : [];
  const field = skillFields.find((candidate) => candidate === name);
  if (kind === "pay" && name) return { kind: "answer", answer: name };
  if (kind === "add" && field) return { kind, field };
  if (kind === "remove" && field) return { kind, field, index: Number(index) };
  return { kind: "submit" };
}

function textsOf(body: FormData, key: string): string[] {
  return body.getAll(key).filter((value) => typeof value === "string");
}

function setList(body: FormData, field: SkillField, skills: readonly string[]): void {
  body.delete(field);
  for (const skill of skills) body.append(field, skill);
}

/** Moves what is typed in a box to the end of its list. */
function takeEntry(body: FormData, field: SkillField): void {
  setList(body, field, cleanSkills([...textsOf(body, field), ...textsOf(body, skillEntry(field)).slice(0, 1)]));
  body.set(skillEntry(field), "");
}

/** The boxes with a skill in them, not yet added. */
function typedBoxes(body: FormData): SkillField[] {
  return skillFields.filter((field) => cleanSkills(textsOf(body, skillEntry(field)).slice(0, 1)).length > 0);
}

/** The box in which Enter was pressed on a skill, without a script: a button has its own way to open the page there. */
export function enteredBox(body: FormData): SkillField | undefined {
  if (readIntent(body.get("intent")).kind !== "enter") return undefined;
  return typedBoxes(body)[0];
}

/** Puts the answer to what was asked about pay or start among the entries. */
function takeAnswer(body: FormData, answer: string): void {
  const entries = Object.fromEntries(requirementKeys.single.map((key) => [key, body.get(key)]));
  for (const [key, entry] of Object.entries(applyAnswer(entries, answer))) body.set(key, entry);
}

/**
 * Does what the pressed button asks, without a script and in the body itself: adds a skill or removes one, or answers what
 * was asked about the pay, which submits the form as well.
 *
 * Enter in any box presses the form's first button, `enter`: with a skill typed it adds that, else it submits. Submit
 * takes a skill that is still in its box along, so that nothing typed is lost. Whatever is asked, the lists come out
 * clean, and no longer than what the form says about one that is too long.
 *
 * @returns true when that was all, and the form is to be shown again; false when it is to be submitted
 */
export function applyIntent(body: FormData): boolean {
  const intent = readIntent(body.get("intent"));
  for (const field of skillFields) setList(body, field, cleanSkills(textsOf(body, field)));
  if (intent.kind === "answer") takeAnswer(body, intent.answer);
  if (intent.kind === "remove") {
    const rest = textsOf(body, intent.field).filter((_, index) => index !== intent.index);
    setList(body, intent.field, rest);
    return true;
  }
  const typed = typedBoxes(body);
  if (intent.kind === "add") {
    takeEntry(body, intent.field);
    return true;
  }
  for (const field of typed) takeEntry(body, field);
  return intent.kind === "enter" && typed.length > 0;
}
