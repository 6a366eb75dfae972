import { readFileSync } from "node:fs";
import { format, type FormatConfig } from "oxfmt";

/** Formats code as the linter wants it in a file. @throws Error where it can't be read as code */
export async function formatCode(path: string, source: string): Promise<string> {
  const options = JSON.parse(readFileSync(".oxfmtrc.json", "utf8")) as FormatConfig;
  const { code, errors } = await format(path, source, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}
