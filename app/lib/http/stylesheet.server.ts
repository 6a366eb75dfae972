import { createHash } from "node:crypto";
import postcss, { type ChildNode } from "postcss";

/** What a page's style element holds, and how its Content-Security-Policy names that. */
export type PageStyles = { css: string; source: string };

/** Classes that the script of the page gives to what it adds. */
const ADDED_BY_SCRIPT = ["btn", "btn-quiet", "notice", "notice-error", "pause", "submenu-toggle"];

/** As many sets of names as pages could ever have; past that something else is wrong, and memory stays bounded. */
const MOST_KEPT = 500;

const FUNCTION = /::?[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
const ATTRIBUTE = /(?<!\\)\[[^\]]*\]/g;
const CLASS = /\.((?:\\.|[\w-])+)/g;
const PSEUDO = /::?[\w-]+/g;
/** Parts of what one fills in, which stands in a form: without a form on the page there are none. */
const CONTROL_PART =
  /::(?:-webkit-(?:date|search|calendar|inner|outer|file)|placeholder|file-selector)|:-moz-ui-invalid/;

/** The tags (`a`) and classes (`.a`) that must be on a page for a selector to match; a superset of those it matches. */
function namesIn(selector: string): string[] {
  // What stands in :not(), :is() and the like is not asked for: the rule then stays on a page more, never on one less.
  const plain = selector.replace(FUNCTION, "").replace(ATTRIBUTE, "");
  const classes = [...plain.matchAll(CLASS)].map(([, name = ""]) => `.${name.replaceAll("\\", "")}`);
  const tags =
    plain
      .replace(CLASS, "")
      .replace(PSEUDO, "")
      .match(/[a-z][a-z0-9-]*/gi) ?? [];
  const form = CONTROL_PART.test(selector) ? ["form"] : [];
  return [...classes, ...tags.map((tag) => tag.toLowerCase()), ...form];
}

const OPENING = /<[a-z][a-z0-9-]*| class="[^"]*"/gi;

/** How the tags of a page begin, and its lists of classes, each once. What people typed is escaped, and adds none. */
function openingsOn(html: string): string[] {
  return [...new Set(html.match(OPENING))].sort();
}

/** The tags and classes that openings name. */
function namesOf(openings: string[]): Set<string> {
  const names = new Set(ADDED_BY_SCRIPT.map((name) => `.${name}`));
  for (const opening of openings) {
    if (opening.startsWith("<")) names.add(opening.slice(1).toLowerCase());
    else
      for (const name of opening.slice(' class="'.length, -1).split(" "))
        names.add(`.${name.replaceAll("&amp;", "&")}`);
  }
  return names;
}

/** A part of the stylesheet that is on a page as a whole: a declaration, or a rule that declares a custom property. */
type Leaf = { text: string; property: string | undefined; reads: readonly string[] };
/** A rule with the names that each of its selectors asks for, or what surrounds rules, such as a media query. */
type Block = { selectors: readonly { text: string; names: readonly string[] }[]; head: string; parts: readonly Part[] };
type Part = Leaf | Block;
/** What of the stylesheet a page may use: as the parts, with the selectors that can match there. */
type Used = Leaf | { head: string; parts: readonly Used[] };

function partOf(node: ChildNode): Part[] {
  if (node.type === "comment") return [];
  if (node.type === "decl") {
    const property = node.variable ? node.prop : undefined;
    return [{ text: node.toString(), property, reads: node.value.match(/--[\w-]+/g) ?? [] }];
  }
  const isProperty = node.type === "atrule" && node.name === "property";
  if (isProperty || !node.nodes) {
    return [{ text: node.toString(), property: isProperty ? node.params : undefined, reads: [] }];
  }
  const selectors = node.type === "rule" ? node.selectors.map((text) => ({ text, names: namesIn(text) })) : [];
  const head = node.type === "atrule" ? `@${node.name}${node.raws.afterName ?? " "}${node.params}` : "";
  return [{ selectors, head, parts: node.nodes.flatMap(partOf) }];
}

/** The parts that a page with such names may use. */
function usedOf(parts: readonly Part[], names: ReadonlySet<string>): Used[] {
  return parts.flatMap((part): Used[] => {
    if ("text" in part) return [part];
    const matching = part.selectors.filter((selector) => selector.names.every((name) => names.has(name)));
    if (part.selectors.length > 0 && matching.length === 0) return [];
    const head = part.head || matching.map(({ text }) => text).join();
    return [{ head, parts: usedOf(part.parts, names) }];
  });
}

function leavesOf(used: readonly Used[]): Leaf[] {
  return used.flatMap((part) => ("text" in part ? [part] : leavesOf(part.parts)));
}

/** Without custom properties that nothing left reads. One may have been read by another that goes: so until none goes. */
function readOf(leaves: readonly Leaf[]): ReadonlySet<Leaf> {
  const read = new Set(leaves.flatMap(({ reads }) => reads));
  const left = leaves.filter(({ property }) => property === undefined || read.has(property));
  return left.length === leaves.length ? new Set(left) : readOf(left);
}

/** As text, without what has nothing left in it. */
function stylesheetText(used: readonly Used[], left: ReadonlySet<Leaf>): string {
  const texts = used.flatMap((part): string[] => {
    if ("text" in part) return left.has(part) ? [part.text] : [];
    const inside = stylesheetText(part.parts, left);
    return inside ? [`${part.head}{${inside}}`] : [];
  });
  return texts.map((text, index) => (text.endsWith("}") || index === texts.length - 1 ? text : `${text};`)).join("");
}

/**
 * A stylesheet that is cut down to what a page uses: the page carries it, and paints after one round trip. Which rules a
 * page uses is told by the names of its tags and classes, so that one cut serves every page with the same names.
 */
export class Stylesheet {
  readonly #parts: readonly Part[];
  readonly #cuts = new Map<string, PageStyles>();

  /** @param css minified, as the build makes it */
  constructor(css: string) {
    this.#parts = postcss.parse(css).nodes.flatMap(partOf);
  }

  /** The rules that a page may use, made when a page with such names first comes. */
  cutFor(html: string): PageStyles {
    const openings = openingsOn(html);
    const key = openings.join();
    const known = this.#cuts.get(key);
    if (known) return known;
    const used = usedOf(this.#parts, namesOf(openings));
    const css = stylesheetText(used, readOf(leavesOf(used)));
    const cut = { css, source: `'sha256-${createHash("sha256").update(css).digest("base64")}'` };
    if (this.#cuts.size >= MOST_KEPT) this.#cuts.clear();
    this.#cuts.set(key, cut);
    return cut;
  }
}
