import { textOf, type FormState } from "./form";
import { compareSides, isUntouched, marksOf } from "./three-way-merge";

/** The fields of a form; those of one list are one thing, such as an amount and its currency. */
export type FieldGroups<Field extends string> = readonly (readonly Field[])[];

/** The entries of a form, as text. */
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** What two have made of one form, for the page to show. */
export type TextClash = {
  /** What the form had carried, before it was shown what the other has changed. */
  stood: Record<"version" | "marks", string>;
  conflicts: { field: string; now: string; mine: string }[];
  theirs: { field: string; now: string }[];
};

/** What an action of such a form answers with; to who comes second to a change of the same field, with both. */
export type MergedState = FormState & { clash?: TextClash };

/** What a form carries besides its fields. */
export const MARKS_KEY = "marks";

/** What stands in each group, by the name of its first field. */
function groupTexts<Field extends string>(groups: FieldGroups<Field>, texts: Texts<Field>): Record<string, string> {
  // A browser sends the end of a line as two characters.
  const entry = (field: Field) => texts[field].replace(/\r\n?/g, "\n");
  return Object.fromEntries(groups.map((fields) => [fields[0]!, fields.map(entry).join("\u0000")]));
}

/** The marks of what a form begins with. */
export function marksOfTexts<Field extends string>(groups: FieldGroups<Field>, texts: Texts<Field>): string {
  return marksOf<string>(
    groups.map(([first]) => first!),
    groupTexts(groups, texts),
  );
}

/** What was sent and what is saved now, each as text; what was sent also as it will be saved. */
type Sides<Field extends string> = { body: FormData; mine: Texts<Field>; now: Texts<Field> };

/** Which fields both have changed, and which only the other has. */
export function mergeTexts<Field extends string>(groups: FieldGroups<Field>, { body, mine, now }: Sides<Field>) {
  const marks = textOf(body.get(MARKS_KEY)).slice(0, 1_000);
  const names = groups.map(([first]) => first!);
  const marked = { fields: names as readonly string[], marks };
  const sent = Object.fromEntries(groups.flat().map((field) => [field, textOf(body.get(field))])) as Texts<Field>;
  const [typed, cleaned] = [groupTexts(groups, sent), groupTexts(groups, mine)];
  // What nobody has touched is what it was, whatever cleaning would make of it.
  const own = Object.fromEntries(
    names.map((name) => [name, isUntouched(marked, name, typed[name]) ? typed[name] : cleaned[name]]),
  );
  const { conflicts, theirs } = compareSides<string, Record<string, unknown>>(marked, own, groupTexts(groups, now));
  const all = (firsts: readonly string[]) => groups.filter(([first]) => firsts.includes(first!)).flat();
  return { conflicts: all(conflicts), theirs: all(theirs) };
}

/** The form again, of who comes second: with what only the other has changed, and their own where both have. */
export function clashState<Field extends string>(
  { groups, state, version }: { groups: FieldGroups<Field>; state: FormState; version: number },
  { now, mine }: Omit<Sides<Field>, "body">,
  { conflicts, theirs }: Record<"conflicts" | "theirs", Field[]>,
): MergedState {
  const entry = (name: string) => String(state.defaultValues[name] ?? "");
  const taken = Object.fromEntries(theirs.map((field) => [field, now[field]]));
  const differs = (field: Field) => now[field] !== mine[field];
  return {
    ...state,
    // Sent again, it is what they want on top of what they have seen now.
    defaultValues: {
      ...state.defaultValues,
      ...taken,
      version: String(version),
      [MARKS_KEY]: marksOfTexts(groups, now),
    },
    clash: {
      stood: { version: entry("version"), marks: entry(MARKS_KEY) },
      conflicts: conflicts.filter(differs).map((field) => ({ field, now: now[field], mine: mine[field] })),
      theirs: theirs.filter(differs).map((field) => ({ field, now: now[field] })),
    },
  };
}
