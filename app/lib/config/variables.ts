import { z } from "zod";

export type Variables = Record<string, string | undefined>;

/** A variable that may be left out. An empty one counts as unset: that is how an env file or a compose file does it. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional()).optional();
}

/** A variable with a value for when it is left out. */
export function withDefault<Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) {
  return optional(schema).transform((value) => value ?? fallback);
}

/** A whole number within bounds, as text. */
export function integer(least: number, most: number) {
  const words = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
}

/** One of a few words. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, href, origin } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** An http or https address without a path. */
export const origin = z
  .string()
  .refine(isOrigin, {
    error: "must be an http or https address without a path, such as https://example.com",
    abort: true,
  })
  .transform((value) => new URL(value).origin);

/** A telephone number that can be rung from anywhere. */
export const phoneNumber = z
  .string()
  .regex(/^\+[1-9][\d ]{7,20}$/, "must be a number with its country code, such as +91 120 555 0100");

/** Every variable that is missing or malformed, and why; never its value. One line each. */
export function problemsIn(schema: z.ZodObject, variables: Variables): string[] {
  const { error } = schema.safeParse(variables);
  return (error?.issues ?? []).map(({ path, message }) => {
    const name = path.join(".");
    return `${name}: ${variables[name] ? message : "is not set"}`;
  });
}

/** The words a process ends with when its environment is not right. */
export function problemReport(problems: readonly string[]): string {
  return `The environment is not right:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
}

/**
 * Checks the variables that a process is configured by.
 *
 * @throws Error naming every variable that is missing or malformed, and why
 */
export function parseVariables<Schema extends z.ZodObject>(schema: Schema, variables: Variables): z.output<Schema> {
  const { data } = schema.safeParse(variables);
  if (!data) throw new Error(problemReport(problemsIn(schema, variables)));
  return data;
}
