import { z } from "zod";
import { firstCharacters, oneLine } from "~/lib/format/text";
import { LIMITS, requiredText } from "~/lib/schema/fields";
import { hasKnownPlaces, placesMistake, type places } from "~/lib/schema/text-places";
import type { FormKeys, FormState } from "~/lib/forms/form";
import { REPLY } from "~/features/inbox/schema";

/** A text that the team answers with. */
export type Template = { id: string; title: string; body: string; version: number };

/** One that is kept: by whom it says what it does, and since when. Null once they have been erased, and for old ones. */
export type KeptTemplate = Template & { updated_by: string | null; updated_at: string };

/** Where the team keeps them. */
export const templatesPath = "/team/answers";

type Values = Readonly<Record<(typeof places)[number], string>>;

/** As long as the database takes. */
const LONGEST_TITLE = 80;
const LONGEST_TEXT = 3000;

export const templateSchema = z.object({
  title: requiredText("Enter a title", LONGEST_TITLE),
  body: requiredText("Enter the text", LONGEST_TEXT).refine(hasKnownPlaces, {
    error: ({ input }) => placesMistake(String(input)),
  }),
});

export const templateKeys = { single: ["title", "body"] } as const satisfies FormKeys;

/** A text with its places filled in; each value on one line, and no longer than a name is. What is no place stays. */
function fillIn(body: string, values: Values): string {
  return body.replace(/\{(name|title|my name)\}/g, (_, place: (typeof places)[number]) =>
    firstCharacters(oneLine(values[place]), LIMITS.name),
  );
}

/** A text put under what is typed. */
function putUnder(typed: string, text: string): string {
  return typed.trim() === "" ? text : `${typed.trimEnd()}\n\n${text}`;
}

/** What was sent again to have a text put in, with that text; else what was sent. */
export function withTemplate(
  state: FormState | undefined,
  template: Template | null | undefined,
  values: Values,
): FormState | undefined {
  if (!state || !template) return state;
  const body = putUnder(String(state.defaultValues["body"] ?? ""), fillIn(template.body, values));
  return { ...state, defaultValues: { ...state.defaultValues, kind: REPLY, body } };
}
