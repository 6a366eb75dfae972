import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

// Imports, and React's own rules: all others are oxlint's (.oxlintrc.json), which reads a file many times as fast.

/** Each folder of app/, and what it may import of the others (ARCHITECTURE.md). Imports run one way. */
export const layers = {
  routes: ["pages", "features", "content", "ui", "lib"],
  pages: ["features", "lib"],
  middleware: ["lib"],
  features: ["content", "ui", "lib"],
  content: ["lib"],
  ui: ["lib"],
  lib: [],
  enhance: ["lib"],
};

/** The rooms of app/lib: each may import of those before it, and what stands in lib itself. */
export const rooms = ["config", "format", "schema", "http", "observe", "limits", "backend", "forms"];

const features = readdirSync(join(import.meta.dirname, "app/features"));

/**
 * Where something keeps a state or has an effect: what else React renders is rendered once, by the server. React's own rules
 * analyse every function of a file, and were two thirds of what linting cost.
 */
const withHooks = globSync("app/**/*.{ts,tsx}").filter((path) => /\buse[A-Z]\w*[(<]/.test(readFileSync(path, "utf8")));

const FORBIDDEN_NAMES = {
  group: ["remix-hook-form"],
  importNames: [
    "getValidatedFormData",
    "parseFormData",
    "getFormData",
    "generateFormData",
    "getFormDataFromSearchParams",
  ],
  message: "It walks dotted keys into prototypes. Use lib/forms/form.server.",
};
const ONE_ID = ["guid", "uuid"].map((property) => ({
  object: "z",
  property,
  message: "An id is lib/schema/fields's rowId(): one rule for all.",
}));
const SUPABASE = { group: ["@supabase/*"], message: "Only lib/backend/supabase.server talks to Supabase." };

function restrict(files, patterns, ignores = []) {
  return { files, ignores, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

/** Rules for one layer: the aliases of every layer it must not see, and no way around them by relative paths. */
function layerRules(layer, allowed, files = [`app/${layer}/**/*.{ts,tsx}`], more = []) {
  // Nothing imports a route, not even another route.
  const forbidden = Object.keys(layers).filter(
    (name) => (name !== layer || name === "routes") && !allowed.includes(name),
  );
  const patterns = [
    FORBIDDEN_NAMES,
    // Node itself runs some files of lib, and knows no alias.
    { group: [layer === "lib" ? "../../*" : "../*"], message: "Import another folder by its alias." },
    { group: forbidden.map((name) => `~/${name}/**`), message: `app/${layer} must not import this (ARCHITECTURE.md).` },
    { regex: "^(\\.\\./|~/\\.\\./)*(server|supabase|scripts|tests)/", message: "app/ is complete in itself." },
  ];
  return restrict(files, [...patterns, ...more, SUPABASE], ["app/lib/backend/supabase.server.ts"]);
}

/** Rules for one room of app/lib: besides those of the layer, none of the rooms after it. */
function roomRules(room, later) {
  const message = `app/lib/${room} comes before it (ARCHITECTURE.md).`;
  const after = later.map((name) => ({ group: [`~/lib/${name}/**`, `../${name}/**`], message }));
  return layerRules("lib", layers.lib, [`app/lib/${room}/**/*.{ts,tsx}`], after);
}

export default defineConfig(
  globalIgnores(["build", ".react-router", "node_modules", "test-results"]),
  { files: ["*.js"], extends: [js.configs.recommended] },
  {
    files: ["{app,server}/**/*.{ts,tsx}"],
    languageOptions: { parser: ts.parser },
    // Most comments that switch a rule off are for oxlint, which reads them as well.
    linterOptions: { reportUnusedDisableDirectives: "off" },
  },
  {
    files: withHooks,
    extends: [hooks.configs.flat.recommended],
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/lib/config/env.server.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "process", message: "Only lib/config/env.server reads the environment." },
      ],
      "no-restricted-properties": ["error", ...ONE_ID],
    },
  },
  ...Object.entries(layers).map(([layer, allowed]) => layerRules(layer, allowed)),
  ...rooms.map((room, index) => roomRules(room, rooms.slice(index + 1))),
  ...features.map((feature) =>
    restrict(
      [`app/features/${feature}/**/*.{ts,tsx}`],
      [
        FORBIDDEN_NAMES,
        SUPABASE,
        { group: ["../*"], message: "Import another folder by its alias." },
        {
          group: features.filter((other) => other !== feature).map((other) => `~/features/${other}/**`),
          message: "A feature never imports another feature: a route brings them together.",
        },
        {
          group: ["~/routes/**", "~/pages/**", "~/middleware/**", "~/enhance/**"],
          message: "Imports run one way (ARCHITECTURE.md).",
        },
      ],
    ),
  ),
  restrict(
    ["server/**/*.ts"],
    [
      {
        regex:
          "^\\.\\./app/(?!lib/(bounded-map|config/env|forms/form\\.|forms/form-token|forms/receipt|http/caching|http/headers|http/public-host|http/notice-cookie|limits/limiter|limits/network-limiter|observe/clock-offset|observe/failure-cause|observe/log|observe/metrics|observe/request-log|observe/tracing))",
        message: "The server sees the build, and of the app only what stands in lib and is named here.",
      },
    ],
  ),
);
