import { createHash } from "node:crypto";
import postcss, { type ChildNode, type Root } from "postcss";

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
  return [...classes, ...tags.map((tag) => tag.toLowerCase())];
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

/** Takes a node out, and whatever is empty without it. */
function prune(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if ((parent?.type === "atrule" || parent?.type === "rule") && parent.nodes?.length === 0) prune(parent as ChildNode);
}

/** Leaves out custom properties that nothing left reads. One may have been read by another that went: so until none goes. */
function pruneUnread(root: Root): void {
  const read = new Set<string>();
  root.walkDecls(({ value }) => {
    for (const [name] of value.matchAll(/--[\w-]+/g)) read.add(name);
  });
  const unread: ChildNode[] = [];
  root.walkDecls(/^--/, (declaration) => void (read.has(declaration.prop) || unread.push(declaration)));
  root.walkAtRules("property", (rule) => void (read.has(rule.params) || unread.push(rule)));
  if (unread.length === 0) return;
  unread.forEach(prune);
  pruneUnread(root);
}

/**
 * A stylesheet that is cut down to what a page uses: the page carries it, and paints after one round trip. Which rules a
 * page uses is told by the names of its tags and classes, so that one cut serves every page with the same names.
 */
export class Stylesheet {
  readonly #root: Root;
  readonly #cuts = new Map<string, PageStyles>();

  /** @param css minified, as the build makes it */
  constructor(css: string) {
    this.#root = postcss.parse(css);
  }

  /** The rules that a page may use, made when a page with such names first comes. */
  cutFor(html: string): PageStyles {
    const openings = openingsOn(html);
    const key = openings.join();
    const known = this.#cuts.get(key);
    if (known) return known;
    const css = this.#cut(namesOf(openings));
    const cut = { css, source: `'sha256-${createHash("sha256").update(css).digest("base64")}'` };
    if (this.#cuts.size >= MOST_KEPT) this.#cuts.clear();
    this.#cuts.set(key, cut);
    return cut;
  }

  #cut(names: ReadonlySet<string>): string {
    const root = this.#root.clone();
    root.walkRules((rule) => {
      const used = rule.selectors.filter((selector) => namesIn(selector).every((name) => names.has(name)));
      if (used.length === 0) prune(rule);
      else if (used.length < rule.selectors.length) rule.selectors = used;
    });
    pruneUnread(root);
    return root.toString();
  }
}
