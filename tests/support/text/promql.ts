/** One condition on a label, such as `state="dead"`. */
type Matcher = { label: string; operator: string; value: string };

/** What a query asks for: figures of a name, with these labels. */
export type Selector = { name: string; matchers: Matcher[] };

/** A figure that is shown: its name and its labels. */
export type Series = { name: string; labels: ReadonlyMap<string, string> };

const KEYWORDS = new Set(["and", "or", "unless", "bool", "offset"]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

function matchersOf(text: string): Matcher[] {
  return [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = "", operator = "", value = ""]) => ({
    label,
    operator,
    value,
  }));
}

/**
 * Reads a query of Prometheus as far as the project's own go.
 *
 * @returns every name it asks for, with its conditions, and every label that it groups or joins by
 */
export function readQuery(query: string): { selectors: Selector[]; labels: string[] } {
  const labels = [...query.matchAll(GROUPING)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  const text = query
    .replaceAll(GROUPING, " ")
    .replaceAll(/\[[^\]]*\]/g, " ")
    .replaceAll(/\boffset\s+\w+/g, " ");
  const found = [...text.matchAll(/\b([a-zA-Z_:][\w:]*)\b(\s*\{[^}]*\})?(?!\s*\()/g)];
  const selectors = found
    .filter(([, name = ""]) => !KEYWORDS.has(name))
    .map(([, name = "", conditions = ""]) => ({ name, matchers: matchersOf(conditions) }));
  return { selectors, labels };
}

/** Reads what `/metrics` shows. */
export function readSeries(text: string): Series[] {
  return [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)].map(([, name = "", labels = ""]) => ({
    name,
    labels: new Map(matchersOf(labels).map(({ label, value }) => [label, value])),
  }));
}

/** Is there a figure that a query's selector finds? Prometheus itself adds `job` and `instance`. */
export function finds({ name, matchers }: Selector, { name: shown, labels }: Series): boolean {
  return (
    name === shown &&
    matchers
      .filter(({ label }) => label !== "job" && label !== "instance")
      .every(({ label, operator, value }) => {
        const given = labels.get(label) ?? "";
        const isSame = operator.includes("~") ? new RegExp(`^(?:${value})$`).test(given) : given === value;
        return labels.has(label) && isSame !== operator.startsWith("!");
      })
  );
}
