import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

// `npm run texts`: every text that people read, by file and line, to be read aloud. `{…}` is what a page fills in.
//
// Words are told from code by where they stand: what is between tags; attributes that are read; other strings and
// templates with a capital or a blank in them, outside imports, types, class names, errors for operators and logs. The
// database raises names, which `refusals.ts` words, so there is nothing to read in SQL.

const READ = ["app/**/*.{ts,tsx}", "server/**/*.ts", "supabase/functions/**/*.ts"];
const NEVER = /\.test\.tsx?$|database\.types|supabase\/functions\/_shared|\/drawings\/|\/icons\//;

/** Attributes and properties whose strings are code, whatever they look like. */
const CODE = new Set(
  "className class d viewBox style transform points href to action src srcSet sizes rel type id htmlFor form points key".split(
    " ",
  ),
);
/** Calls whose strings people don't read: the backend's columns, logs, errors for operators. */
const CODE_CALLS =
  /(?:^|\.)(?:select|rpc|from|eq|neq|in|is|or|order|filter|not|set|get|has|append|delete|Error|TypeError|log\w*|warn|info|error|debug|fatal|split|join|startsWith|endsWith|includes|match\w*|test|RegExp|test|querySelector\w*|closest|matches|addEventListener|classList\.\w+)$/;

/** @param text of the source. @returns it with blanks as a page shows them */
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll("{…}", ""));
const looksRead = (text: string) =>
  hasWords(text) && (/\p{L}\S* \S*\p{L}|… \S/u.test(text) || /^[A-Z][a-z]+[.!?]?$/.test(text));
const looksLikeCode = (text: string) =>
  /^[a-z-]+:|^[\w-]+ [\w-]+=|^[MmLl][\d .-]|[;{}<>]\s|=>|^@|\b(?:max-age|no-store|charset|asc|desc)\b|^(?:[a-z][\w:[\]/.-]*\d?[:[\]-][\w:[\]/.-]*\s?)+$/.test(
    text.replaceAll("{…}", ""),
  );

/** @returns what a string, a template or a sum of them says, or undefined of anything else */
function saidBy(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => "{…}" + span.literal.text).join("");
  return undefined;
}

function childrenText(children: readonly ts.JsxChild[]): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text.replaceAll(/\s*\n\s*/g, (gap, at: number) => (at === 0 ? "" : " "));
      if (ts.isJsxExpression(child)) {
        if (!child.expression) return "";
        return saidBy(child.expression) ?? "{…}";
      }
      if (ts.isJsxSelfClosingElement(child)) return "{…}";
      return childrenText(child.children);
    })
    .join("");
}

function isCode(node: ts.Node): boolean {
  for (let at = node, above = node.parent; above !== undefined; at = above, above = above.parent) {
    if (ts.isImportDeclaration(above) || ts.isExportDeclaration(above) || ts.isTypeNode(above)) return true;
    if (ts.isJsxAttribute(above)) return CODE.has(above.name.getText());
    if (ts.isPropertyAssignment(above) && above.name !== at && CODE.has(above.name.getText())) return true;
    if (ts.isTaggedTemplateExpression(above)) return true;
    if (ts.isElementAccessExpression(above) && above.argumentExpression === at) return true;
    if (ts.isCallExpression(above) || ts.isNewExpression(above))
      return above.expression !== at && CODE_CALLS.test(above.expression.getText());
    if (ts.isBinaryExpression(above) && /^[!=]=/.test(above.operatorToken.getText()) && at === node) return true;
    if (ts.isPropertyAssignment(above) && above.name === at) return true;
    if (ts.isFunctionLike(above)) return false;
  }
  return false;
}

function textsOf(path: string): [line: number, text: string][] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const texts: [number, string][] = [];
  const add = (node: ts.Node, text: string) => {
    texts.push([source.getLineAndCharacterOfPosition(node.getStart()).line + 1, plain(text)]);
  };
  const visit = (node: ts.Node, inText: boolean) => {
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && !inText) {
      const words = node.children.some((child) => ts.isJsxText(child) && hasWords(child.text));
      if (words) add(node, childrenText(node.children));
      ts.forEachChild(node, (child) => {
        visit(child, words);
      });
      return;
    }
    const said = saidBy(node);
    if (said !== undefined && !isCode(node)) {
      const shown = ts.isJsxExpression(node.parent) && ts.isJsxElement(node.parent.parent);
      const isWhole = inText && shown;
      if (!isWhole && looksRead(said) && !looksLikeCode(said)) add(node, said);
    }
    ts.forEachChild(node, (child) => {
      visit(child, inText && (ts.isJsxElement(node) || ts.isJsxFragment(node) || ts.isJsxExpression(node)));
    });
  };
  visit(source, false);
  return texts;
}

let count = 0;
for (const path of READ.flatMap((pattern) => globSync(pattern)).sort()) {
  if (NEVER.test(path)) continue;
  const texts = textsOf(path);
  if (texts.length === 0) continue;
  console.log(`\n${path}`);
  for (const [line, text] of texts) console.log(`${String(line).padStart(5)}  ${text}`);
  count += texts.length;
}
console.log(`\n${count} texts`);
