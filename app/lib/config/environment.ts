import { z } from "zod";
import {
  integer,
  oneOf,
  optional,
  origin,
  parseVariables,
  phoneNumber,
  withDefault,
  type Variables,
} from "./variables.ts";

/** What names a build, in labels of metrics and traces. */
const buildName = z.string().regex(/^[\w.+-]{1,64}$/, "must be letters, digits and . + - _, 64 at most");

/** What the site is configured by. docs/configuration.md lists the same names (a test compares them). */
export const environmentSchema = z.object({
  NODE_ENV: optional(oneOf(["production", "development", "test"])),
  BACKEND: optional(z.literal("embedded", "must be embedded, or not be set")),
  PORT: withDefault(integer(0, 65_535), 3000),
  HOST: optional(z.string()),
  APP_URL: optional(origin),
  SUPABASE_URL: origin,
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20, "is too short for a publishable key"),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters"),
  SENDER_KEY: optional(z.string().min(32, "must have at least 32 characters")),
  TRUST_PROXY: withDefault(integer(0, 10), 0),
  POSTS_PER_MINUTE: withDefault(integer(1, 1_000_000), 10),
  OFFICE_PHONE: optional(phoneNumber),
  MAILS_PER_HOUR: withDefault(integer(4, 1_000_000), 600),
  RATE_LIMIT_REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })),
  SHUTDOWN_DELAY: withDefault(integer(0, 300), 3),
  BUILD_VERSION: withDefault(buildName, "unknown"),
  BUILD_REVISION: withDefault(buildName, "unknown"),
  LOG_LEVEL: withDefault(oneOf(["silent", "error", "warn", "info", "debug"]), "info"),
  METRICS_PORT: optional(integer(0, 65_535)),
  METRICS_KEY: optional(z.string().min(32, "must have at least 32 characters")),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url("must be an http or https address")),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(z.url("must be an http or https address")),
  OTEL_SDK_DISABLED: optional(z.string()),
});

export type Environment = Omit<z.infer<typeof environmentSchema>, "APP_URL"> & {
  /** The public origin: e-mail links, OAuth returns, canonical links. */
  APP_URL: string;
  /** Whether the operator set APP_URL: then only its host is answered. */
  hasPublicOrigin: boolean;
  /** Cookies carry `Secure` and the `__Host-` prefix, and browsers are told to come by https only. */
  isSecure: boolean;
  /** OpenTelemetry's own variables ask for traces. */
  isTracing: boolean;
};

/**
 * What a site for others can't do without: its public origin. Otherwise its mails would lead to localhost, its cookies
 * would go without `Secure`, and it would answer to any host. `BACKEND=embedded` says that it is for trying.
 */
function schemaFor({ NODE_ENV, BACKEND }: Variables) {
  const isForOthers = NODE_ENV === "production" && BACKEND !== "embedded";
  return isForOthers ? environmentSchema.extend({ APP_URL: origin }) : environmentSchema;
}

/**
 * Checks the variables that docs/configuration.md lists.
 *
 * @throws Error naming every variable that is missing or malformed, and why; never its value
 */
export function parseEnvironment(variables: Variables): Environment {
  const data = parseVariables(schemaFor(variables), variables);
  const APP_URL = data.APP_URL ?? `http://localhost:${data.PORT}`;
  const target = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    ...data,
    APP_URL,
    hasPublicOrigin: data.APP_URL !== undefined,
    isSecure: APP_URL.startsWith("https:"),
    isTracing: target !== undefined && data.OTEL_SDK_DISABLED?.toLowerCase() !== "true",
  };
}
