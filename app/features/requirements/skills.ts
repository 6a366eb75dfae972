import { cleanSkills, skillEntry, skillFields, type SkillField } from "./schema";

/** What a button of the requirement form asks for. */
export type Intent =
  | { kind: "submit" }
  | { kind: "enter" }
  | { kind: "add"; field: SkillField }
  | { kind: "remove"; field: SkillField; index: number };

/** The value of a button that adds the typed skill, or removes the one at an index. */
export function intentValue(intent: Exclude<Intent, { kind: "submit" | "enter" }>): string {
  return intent.kind === "add" ? `add:${intent.field}` : `remove:${intent.field}:${intent.index}`;
}

function readIntent(value: unknown): Intent {
  if (value === "enter") return { kind: "enter" };
  const [kind, name, index] = typeof value === "string" ? value.split(":") : [];
  const field = skillFields.find((candidate) => candidate === name);
  if (kind === "add" && field) return { kind, field };
  if (kind === "remove" && field) return { kind, field, index: Number(index) };
  return { kind: "submit" };
}

/** Moves what is typed in a box to the end of its list. */
function takeEntry(body: FormData, field: SkillField): void {
  const lists = body.getAll(field).filter((value) => typeof value === "string");
  const typed = body.get(skillEntry(field));
  body.delete(field);
  for (const skill of cleanSkills([...lists, typeof typed === "string" ? typed : ""])) body.append(field, skill);
  body.set(skillEntry(field), "");
}

/**
 * Does what the pressed button asks of the lists of skills, without a script: adds or removes one, in the body itself.
 *
 * Enter in any box presses the form's first button, `enter`: with a skill typed it adds that, else it submits. Submit
 * takes a skill that is still in its box along, so that nothing typed is lost.
 *
 * @returns true when that was all, and the form is to be shown again; false when it is to be submitted
 */
export function editSkills(body: FormData): boolean {
  const intent = readIntent(body.get("intent"));
  if (intent.kind === "remove") {
    const rest = body.getAll(intent.field).filter((_, index) => index !== intent.index);
    body.delete(intent.field);
    for (const skill of rest) body.append(intent.field, skill);
    return true;
  }
  const typed = skillFields.filter((field) => {
    const value = body.get(skillEntry(field));
    return typeof value === "string" && value.trim() !== "";
  });
  if (intent.kind === "add") {
    takeEntry(body, intent.field);
    return true;
  }
  for (const field of typed) takeEntry(body, field);
  return intent.kind === "enter" && typed.length > 0;
}
