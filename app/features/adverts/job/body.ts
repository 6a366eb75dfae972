/** A part of an advert's text, as it is shown: what was typed has no marks but line ends and dashes. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; lines: string[] }
  | { kind: "list"; items: string[] };

/** How a line of a list begins, as people type it. */
const BULLET = /^\s*(?:[-–—*•‣◦·]\s+|\d{1,2}[.)]\s+)/u;

/** The longest line that may be a heading, in characters. */
const LONGEST_HEADING = 60;

/** Does a line stand over what follows it: a short one without an end, or one that ends in a colon? */
function isHeading(line: string): boolean {
  return line.length <= LONGEST_HEADING && !/[.!?,;…।]$/u.test(line) && !BULLET.test(line);
}

/** Parts lines into runs of those that begin a list's item and those that do not. */
function readLines(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (BULLET.test(line)) {
      const item = line.replace(BULLET, "").trim();
      if (last?.kind === "list") last.items.push(item);
      else blocks.push({ kind: "list", items: [item] });
    } else if (last?.kind === "paragraph") last.lines.push(line.trim());
    else blocks.push({ kind: "paragraph", lines: [line.trim()] });
  }
  return blocks;
}

/**
 * Reads an advert's text as people write it: blank lines part paragraphs, a dash begins a list's line, and a short line that
 * stands by itself, over a list, or ends in a colon is a heading.
 */
export function readBody(body: string): Block[] {
  const parts = body
    .split(/\n\s*\n/)
    .map((part) => part.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  return parts.flatMap((lines, at) => {
    const [first = "", second] = lines.map((line) => line.trim());
    const isOver = second === undefined ? at < parts.length - 1 : BULLET.test(second) || first.endsWith(":");
    if (!isOver || !isHeading(first)) return readLines(lines);
    return [{ kind: "heading", text: first.replace(/\s*:$/, "") }, ...readLines(lines.slice(1))];
  });
}
