/** A file of a migration: what is added to its name, and its statements. */
type MigrationFile = { suffix: "" | "_values" | "_validated"; statements: string };

/** The end of a statement: a semicolon that stands in no text. */
const REST = String.raw`(?:'(?:[^']|'')*'|[^';])*;`;
const NEW_VALUE = new RegExp(`^ALTER TYPE \\S+\\s+ADD VALUE ${REST}\\n*`, "gm");
const CONSTRAINT = new RegExp(`^ALTER TABLE (\\S+)\\s+ADD CONSTRAINT (\\S+)\\s+(?:CHECK|FOREIGN KEY)\\b${REST}`, "gm");
/** Functions' bodies, which are left as they are. */
const BODIES = /(\$(\w*)\$[^]*?\$\2\$)/;

/**
 * The files of what `supabase db diff` writes, in their order (docs/decisions/database.md, "Migrations"): new values of types,
 * which the transaction that adds them may not use; the rest; and the validation of constraints of tables that may have rows.
 */
export function migrationFiles(diff: string): MigrationFile[] {
  const values: string[] = [];
  const validations: string[] = [];
  const created = new Set([...diff.matchAll(/^CREATE TABLE (\S+)/gm)].map(([, table]) => table));
  const rest = diff
    .split(BODIES)
    // Of three parts, a text, a body with its signs, and the name between these.
    .flatMap((part, at) => (at % 3 === 2 ? [] : [{ part, isBody: at % 3 === 1 }]))
    .map(({ part, isBody }) => {
      if (isBody) return part;
      return part
        .replace(NEW_VALUE, (statement) => {
          values.push(statement.trim());
          return "";
        })
        .replace(CONSTRAINT, (statement, table: string, name: string) => {
          if (created.has(table) || / NOT VALID;$/.test(statement)) return statement;
          validations.push(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name};`);
          return statement.replace(/;$/, " NOT VALID;");
        });
    })
    .join("")
    .trim();
  return [
    { suffix: "_values" as const, statements: values.join("\n\n") },
    { suffix: "" as const, statements: rest },
    { suffix: "_validated" as const, statements: validations.join("\n\n") },
  ].filter(({ statements }) => statements);
}
