/**
 * A mark of what stood in a field, 53 bits: enough to tell whether it was changed, and nothing to read. Not by
 * `node:crypto`: components write it as well.
 */
function markOf(value: unknown): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of JSON.stringify(value) ?? "") {
    const code = letter.codePointAt(0)!;
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return ((high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)).toString(36);
}

/** What a form of these fields stands for. */
type Side<Name extends string> = Readonly<Record<Name, unknown>>;

/** What a form begins with, field by field: it goes along with it, so that it can be told what was changed since. */
export function marksOf<Name extends string>(fields: readonly Name[], begun: Side<Name>): string {
  return fields.map((field) => markOf(begun[field])).join(".");
}

/** What is told apart: the fields of a form, and the marks that it was opened with. */
type Marked<Name extends string> = { fields: readonly Name[]; marks: string };

/** Does a field still have what it had when the form was opened? */
export function isUntouched<Name extends string>({ fields, marks }: Marked<Name>, field: Name, value: unknown) {
  return marks.split(".")[fields.indexOf(field)] === markOf(value);
}

/** Both sides of what two have edited at once. */
export type BothSides<Name extends string, Entries> = {
  /** What the form should have now: the person's own, and what only the other has changed. */
  merged: Entries;
  /** What both have changed, each in another way. */
  conflicts: Name[];
  /** What only the other has changed. */
  theirs: Name[];
};

/**
 * Compares what two have made of the same form.
 *
 * @param marked what the form began with
 * @param mine what it was sent with
 * @param current what stands there now
 */
export function compareSides<Name extends string, Entries extends Side<Name>>(
  marked: Marked<Name>,
  mine: Entries,
  current: Entries,
): BothSides<Name, Entries> {
  const differ = marked.fields.filter((field) => markOf(mine[field]) !== markOf(current[field]));
  const theirs = differ.filter((field) => isUntouched(marked, field, mine[field]));
  const conflicts = differ.filter((field) => !theirs.includes(field) && !isUntouched(marked, field, current[field]));
  const taken = Object.fromEntries(theirs.map((field) => [field, current[field]]));
  return { merged: { ...mine, ...taken }, conflicts, theirs };
}

/** Is what was sent what stands there already? */
export function isSame<Name extends string>(fields: readonly Name[], mine: Side<Name>, current: Side<Name>): boolean {
  return fields.every((field) => markOf(mine[field]) === markOf(current[field]));
}
