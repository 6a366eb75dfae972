import { z } from "zod";

/** An empty variable counts as unset: that is how an env file or a compose file leaves one out. */
const unset = z.literal("").transform(() => undefined);

function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([unset, schema]).optional();
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, href, origin } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

const origin = z
  .string()
  .refine(isOrigin, {
    error: "must be an http or https address without a path, such as https://example.com",
    abort: true,
  })
  .transform((value) => new URL(value).origin);

const schema = z.object({
  NODE_ENV: optional(z.enum(["production", "development", "test"])),
  PORT: optional(z.coerce.number().int().min(0).max(65535)).transform((value) => value ?? 3000),
  HOST: optional(z.string()),
  APP_URL: optional(origin),
  SUPABASE_URL: origin,
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20, "is too short for a publishable key"),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters"),
  TRUST_PROXY: optional(z.coerce.number().int().min(0).max(10)).transform((value) => value ?? 0),
  POSTS_PER_MINUTE: optional(z.coerce.number().int().min(1)).transform((value) => value ?? 10),
  LOG_LEVEL: optional(z.enum(["silent", "error", "warn", "info", "debug"])).transform((value) => value ?? "info"),
});

export type Environment = Omit<z.infer<typeof schema>, "APP_URL"> & {
  /** The public origin: e-mail links, OAuth returns, canonical links. */
  APP_URL: string;
  /** Whether the operator set APP_URL: then only its host is answered. */
  hasPublicOrigin: boolean;
  /** Cookies carry `Secure` and the `__Host-` prefix. */
  isSecure: boolean;
};

/**
 * Checks the variables that the README lists.
 *
 * @throws Error naming every variable that is missing or malformed, and why; never its value
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const { data, error } = schema.safeParse(variables);
  if (!data) {
    const problems = error.issues.map(({ path, message, code }) => {
      const name = path.join(".");
      return `  ${name}: ${code === "invalid_type" && !variables[name] ? "is not set" : message}`;
    });
    throw new Error(`The environment is not right:\n${problems.join("\n")}`);
  }
  const APP_URL = data.APP_URL ?? `http://localhost:${data.PORT}`;
  return { ...data, APP_URL, hasPublicOrigin: data.APP_URL !== undefined, isSecure: APP_URL.startsWith("https:") };
}

/** The checked environment of this process. Read once, at start. */
export const env = parseEnvironment(process.env);
