/** A row of a list as the database has it. */
export type Row = Record<string, unknown> & { id: string };

/** What one value of a control of a list's form asks for, and what the list shows then. */
export type Choice = {
  /** What the list is asked with. */
  given: Record<string, unknown>;
  accepts?: (row: Row) => boolean;
  /** What it is sorted by, and which way. */
  key?: (row: Row) => string;
  isFalling?: boolean;
};

/** The choices of each control of a form, by the control's name. */
export type Controls = Record<string, Choice[]>;

/** Each two controls, by their names. */
export function pairsOf(controls: Controls): [string, string][] {
  const names = Object.keys(controls);
  return names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]));
}

/** Each choice of one control with each of another. */
export function choicesOf(controls: Controls, [one, other]: readonly [string, string]): [Choice, Choice][] {
  return controls[one]!.flatMap((first) => controls[other]!.map((second): [Choice, Choice] => [first, second]));
}

/** The ids of what some choices leave, in their order; undefined where none of them sorts. */
export function chosen(rows: Row[], choices: Choice[], otherwise?: Pick<Choice, "key" | "isFalling">): string[] {
  const { key = (row: Row) => row.id, isFalling = false } = choices.find(({ key: sorts }) => sorts) ?? otherwise ?? {};
  const way = isFalling ? -1 : 1;
  return rows
    .filter((row) => choices.every(({ accepts }) => accepts?.(row) ?? true))
    .map((row) => [key(row), row.id] as const)
    .sort(([a, x], [b, y]) => way * (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([, id]) => id);
}
