import { keepEntries } from "~/lib/forms/form.server";
import type { FormKeys, FormState } from "~/lib/forms/form";
import {
  clashState,
  MARKS_KEY,
  mergeTexts,
  type FieldGroups,
  type MergedState,
  type Texts,
} from "~/lib/forms/merged-edit";
import type { Notice } from "~/lib/http/notice.server";
import type { Failure, Result } from "~/lib/result";

/** Two at once are waited for so often: then the form comes back. */
const TRIES = 3;

/** How a form of texts is saved that others may save as well (docs/decisions/forms-and-limits.md). */
export type MergedEdit<Field extends string, Entries extends Record<Field, unknown>> = {
  groups: FieldGroups<Field>;
  textsOf: (entries: Entries) => Texts<Field>;
  /** What is saved now; null for what is not there, or not theirs. */
  load: () => Promise<Result<(Entries & { version: number }) | null>>;
  save: (version: number, entries: Entries) => Promise<Result<unknown>>;
};

/** The keys of such a form, with what it carries of the page it is on. */
export function seenKeys(keys: FormKeys): FormKeys {
  return { ...keys, single: [...new Set([...keys.single, "version", MARKS_KEY])] };
}

/** A form that was sent, and what it says. */
type Sent<Entries> = { body: FormData; keys: FormKeys; version: number; entries: Entries };

/** What only the other had changed is kept: its fields. */
type Merged = { ok: true; value: string[] } | (Failure & { state: MergedState });

/**
 * Saves a form on the version that was read. Where another has been saved since, what only that one has changed is kept
 * beside this one's; of a field that both have changed nothing is saved, and the form comes back with both.
 */
export async function saveMerged<Field extends string, Entries extends Record<Field, unknown>>(
  { groups, textsOf, load, save }: MergedEdit<Field, Entries>,
  { body, keys, version, entries }: Sent<Entries>,
): Promise<Merged> {
  const state: FormState = { ...keepEntries(body, keys), errors: {} };
  let saved = await save(version, entries);
  let taken: Field[] = [];
  for (let tries = 0; !saved.ok && saved.message === "stale" && tries < TRIES; tries += 1) {
    const found = await load();
    if (!found.ok) return { ...found, state };
    if (found.value === null) return { ...saved, status: 404, state };
    const { value: current } = found;
    const [now, mine] = [textsOf(current), textsOf(entries)];
    const both = mergeTexts(groups, { body, mine, now });
    if (both.conflicts.length > 0) {
      return { ...saved, state: clashState({ groups, state, version: current.version }, { now, mine }, both) };
    }
    taken = both.theirs;
    const theirs = Object.fromEntries(taken.map((field) => [field, current[field]]));
    saved = await save(current.version, { ...entries, ...theirs });
  }
  return saved.ok ? { ok: true, value: taken } : { ...saved, state };
}

/** That something was saved, and what somebody else has changed meanwhile. @param theirs its fields */
export function withTheirs<Shown extends Notice>(
  notice: Shown,
  labels: Readonly<Record<string, string>>,
  theirs: readonly string[],
): Shown {
  if (theirs.length === 0) return notice;
  const names = theirs.map((field) => labels[field] ?? field).join(", ");
  const words = `Saved by someone else meanwhile, and kept: ${names}.`;
  return { ...notice, text: notice.text === undefined ? words : `${notice.text} ${words}` };
}
