import { createHash } from "node:crypto";
import postcss, { type ChildNode, type Root } from "postcss";

/** What a page's style element holds, and how its Content-Security-Policy names that. */
export type PageStyles = { css: string; source: string };

/** Classes that the script of the page gives to what it adds. */
const ADDED_BY_SCRIPT = ["btn", "btn-quiet", "notice", "notice-error"];

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

/** The tags and classes of a page. What people typed is escaped, and adds none. */
function namesOn(html: string): Set<string> {
  const names = new Set(ADDED_BY_SCRIPT.map((name) => `.${name}`));
  for (const [, tag = ""] of html.matchAll(/<([a-z][a-z0-9-]*)[\s>/]/gi)) names.add(tag.toLowerCase());
  const lists = new Set<string>();
  for (const [, list = ""] of html.matchAll(/ class="([^"]*)"/g)) lists.add(list);
  for (const list of lists) for (const name of list.split(" ")) names.add(`.${name.replaceAll("&amp;", "&")}`);
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
    const names = namesOn(html);
    const key = [...names].sort().join(" ");
    const known = this.#cuts.get(key);
    if (known) return known;
    const css = this.#cut(names);
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
