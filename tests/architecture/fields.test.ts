import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { fieldNames } from "~/features/requirements/fields";
import { statusNames } from "~/features/requirements/statuses";
import { statuses } from "../../supabase/functions/deliver-mail/statuses.ts";

const POSTING = "a posting's own fields, of which some are called the same";

/** Who else may name fields of a requirement in a row, and why. */
const EXCEPTIONS: Record<string, string> = {
  "app/features/requirements/fields.ts": "the list itself",
  "app/lib/backend/database.types.ts": "made from the database",
  "app/features/requirements/client/dashboard.server.ts": "the few that the dashboard lists (§3)",
  "app/features/requirements/client/requirement-list.tsx": "those, in a row of its table",
  "app/features/candidates/team/finding/filters.ts": "by which of them people are looked for",
  "app/features/requirements/team/team.server.ts": "the same, read",
  "app/features/job-posting/as-requirement.ts": "what of a posting fits which of them",
  "app/features/job-posting/schema.ts": POSTING,
  "app/content/public-forms.ts": POSTING,
};

/** The name that a piece of code spells: of a property, a text, or what a call or a list begins with. */
function spelled(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isCallExpression(node)) return node.arguments[0] && spelled(node.arguments[0]);
  if (ts.isArrayLiteralExpression(node)) return node.elements[0] && spelled(node.elements[0]);
  if (ts.isJsxElement(node)) return spelled(node.openingElement);
  if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
    const name = node.attributes.properties.find((each) => ts.isJsxAttribute(each) && each.name.getText() === "name");
    return name && ts.isJsxAttribute(name) && name.initializer ? spelled(name.initializer) : undefined;
  }
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isPropertySignature(node)) {
    return spelled(node.name);
  }
  return ts.isBindingElement(node) ? spelled(node.propertyName ?? node.name) : undefined;
}

/** The longest row of names that a module spells, side by side. */
function longestRow(path: string, names: readonly string[]): string[] {
  const text = readFileSync(path, "utf8");
  // Most modules name none: to take one apart takes a while.
  const named = names.filter((name) => text.includes(name));
  if (named.length < 3) return named;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let longest: string[] = [];
  (function visit(node: ts.Node) {
    let row: string[] = [];
    node.forEachChild((child) => {
      const name = spelled(child);
      row = name !== undefined && names.includes(name) ? [...row, name] : [];
      if (new Set(row).size > longest.length) longest = [...new Set(row)];
      visit(child);
    });
  })(source);
  return longest;
}

it("the fields of a requirement are listed in one place", () => {
  const found = globSync("app/**/*.{ts,tsx}")
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => longestRow(path, fieldNames).length > 2);
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

it("mails have words for each status of a requirement", () => {
  expect(
    statuses,
    "supabase/functions/deliver-mail/statuses.ts has each status once, in the order of app/features/requirements/statuses.ts",
  ).toEqual(statusNames);
});
