// Types, and every rule of the code, by a linter that reads all types once for both: what may be imported from where as well.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";

/** Each folder of app/, and what it may import of the others (ARCHITECTURE.md). Imports run one way. */
const layers: Record<string, string[]> = {
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
const rooms = ["config", "format", "schema", "http", "observe", "limits", "backend", "forms"];

const features = readdirSync(join(import.meta.dirname, "app/features"));

/** What the server may import of app/lib. */
const SERVED =
  "bounded-map* config/env* forms/form.* forms/form-token* forms/receipt* http/caching* http/headers* http/public-host* " +
  "http/notice-cookie* limits/limiter* limits/network-limiter* observe/clock-offset* observe/failure-cause* observe/log* " +
  "observe/metrics* observe/request-log* observe/tracing*";

/** Imports that are refused, by patterns as of .gitignore or by a regular expression, and why. */
type Pattern = { group?: string[]; regex?: string; importNames?: string[]; message: string };

const EVERYWHERE: Pattern[] = [
  {
    group: ["remix-hook-form"],
    importNames: [
      "getValidatedFormData",
      "parseFormData",
      "getFormData",
      "generateFormData",
      "getFormDataFromSearchParams",
    ],
    message: "It walks dotted keys into prototypes. Use lib/forms/form.server.",
  },
  {
    regex: "^react$",
    importNames: ["useEffect", "useLayoutEffect", "useInsertionEffect", "useReducer", "useState", "useTransition"],
    message: "A page is rendered once, by the server: nothing keeps a state or has an effect there.",
  },
];
const OUTSIDE = "^\\.\\./";
const SUPABASE: Pattern = { regex: "^@supabase/", message: "Only lib/backend/supabase.server talks to Supabase." };

function restrict(files: string[], patterns: Pattern[], excludeFiles: string[] = []): OxlintOverride {
  return { files, excludeFiles, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

/** Rules for one layer: the aliases of every layer it must not see, and no way around them by relative paths. */
function layerRules(
  layer: string,
  allowed: readonly string[],
  files = [`app/${layer}/**/*.{ts,tsx}`],
  more: readonly Pattern[] = [],
) {
  // Nothing imports a route, not even another route.
  const forbidden = Object.keys(layers).filter(
    (name) => (name !== layer || name === "routes") && !allowed.includes(name),
  );
  const patterns = [
    ...EVERYWHERE,
    // Node itself runs some files of lib, and knows no alias.
    { regex: layer === "lib" ? "^(\\.\\./){2}" : OUTSIDE, message: "Import another folder by its alias." },
    { group: forbidden.map((name) => `~/${name}/**`), message: `app/${layer} must not import this (ARCHITECTURE.md).` },
    { regex: "^(\\.\\./|~/\\.\\./)*(server|supabase|scripts|tests)/", message: "app/ is complete in itself." },
  ];
  return restrict(files, [...patterns, ...more, SUPABASE], ["app/lib/backend/supabase.server.ts"]);
}

/** Rules for one room of app/lib: besides those of the layer, none of the rooms after it. */
function roomRules(room: string, later: readonly string[]) {
  const message = `app/lib/${room} comes before it (ARCHITECTURE.md).`;
  const after = later.map((name) => ({ group: [`~/lib/${name}/**`, `../${name}/**`], message }));
  return layerRules("lib", [], [`app/lib/${room}/**/*.{ts,tsx}`], after);
}

/** Rules for one feature: a route brings features together. */
function featureRules(feature: string) {
  const others = features.filter((other) => other !== feature).map((other) => `~/features/${other}/**`);
  return restrict(
    [`app/features/${feature}/**/*.{ts,tsx}`],
    [
      ...EVERYWHERE,
      SUPABASE,
      { regex: OUTSIDE, message: "Import another folder by its alias." },
      { group: others, message: "A feature never imports another feature: a route brings them together." },
      {
        group: ["~/routes/**", "~/pages/**", "~/middleware/**", "~/enhance/**"],
        message: "Imports run one way (ARCHITECTURE.md).",
      },
    ],
  );
}

/** What a session cookie says was in a visitor's hands: only the backend's answer counts. */
const FORGED = {
  property: "getSession",
  message: "It believes a forged user. Use lib/backend/supabase.server's identify().",
};
const ONE_ID = ["guid", "uuid"].map((property) => ({
  object: "z",
  property,
  message: "An id is lib/schema/fields's rowId(): one rule for all.",
}));

export default defineConfig({
  options: { typeAware: true, typeCheck: true },
  plugins: ["typescript", "react"],
  categories: { correctness: "off" },
  ignorePatterns: ["*.js", "app/lib/backend/database.types.ts"],
  // ESLint's and typescript-eslint's recommended ones (tests/architecture/types-lint). Not only-throw-error and require-await:
  // React Router's responses are thrown; async functions without await keep an interface.
  rules: {
    "for-direction": "error",
    "no-array-constructor": "error",
    "no-async-promise-executor": "error",
    "no-case-declarations": "error",
    "no-compare-neg-zero": "error",
    "no-cond-assign": "error",
    "no-constant-binary-expression": "error",
    "no-constant-condition": "error",
    "no-control-regex": "error",
    "no-debugger": "error",
    "no-delete-var": "error",
    "no-dupe-else-if": "error",
    "no-duplicate-case": "error",
    "no-empty": "error",
    "no-empty-character-class": "error",
    "no-empty-pattern": "error",
    "no-empty-static-block": "error",
    "no-ex-assign": "error",
    "no-extra-boolean-cast": "error",
    "no-fallthrough": "error",
    "no-global-assign": "error",
    "no-invalid-regexp": "error",
    "no-irregular-whitespace": "error",
    "no-loss-of-precision": "error",
    "no-misleading-character-class": "error",
    "no-nonoctal-decimal-escape": "error",
    "no-prototype-builtins": "error",
    "no-regex-spaces": "error",
    "no-self-assign": "error",
    "no-shadow-restricted-names": "error",
    "no-sparse-arrays": "error",
    "no-unassigned-vars": "error",
    "no-unexpected-multiline": "error",
    "no-unsafe-finally": "error",
    "no-unsafe-optional-chaining": "error",
    "no-unused-expressions": "error",
    "no-unused-labels": "error",
    "no-unused-private-class-members": "error",
    "no-unused-vars": [
      "error",
      {
        argsIgnorePattern: "^_",
        varsIgnorePattern: "^_",
      },
    ],
    "no-useless-assignment": "error",
    "no-useless-backreference": "error",
    "no-useless-catch": "error",
    "no-useless-escape": "error",
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "preserve-caught-error": "error",
    "require-yield": "error",
    "use-isnan": "error",
    "valid-typeof": "error",
    "no-restricted-properties": ["error", FORGED],
    "typescript/await-thenable": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": [
      "error",
      {
        fixStyle: "inline-type-imports",
      },
    ],
    "typescript/no-array-delete": "error",
    "typescript/no-base-to-string": "error",
    "typescript/no-duplicate-enum-values": "error",
    "typescript/no-duplicate-type-constituents": "error",
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-extra-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-for-in-array": "error",
    "typescript/no-implied-eval": "error",
    "typescript/no-misused-new": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-namespace": "error",
    "typescript/no-non-null-asserted-optional-chain": "error",
    "typescript/no-redundant-type-constituents": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-this-alias": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-declaration-merging": "error",
    "typescript/no-unsafe-enum-comparison": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/no-unsafe-unary-minus": "error",
    "typescript/no-wrapper-object-types": "error",
    "typescript/prefer-as-const": "error",
    "typescript/prefer-namespace-keyword": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/restrict-plus-operands": "error",
    "typescript/restrict-template-expressions": "error",
    "typescript/triple-slash-reference": "error",
    "typescript/unbound-method": "error",
    "react/exhaustive-deps": "error",
    "react/rules-of-hooks": "error",
  },
  overrides: [
    // Playwright's fixtures are functions of `({}, use)`.
    { files: ["tests/e2e/**/*.ts"], rules: { "no-empty-pattern": "off", "react/rules-of-hooks": "off" } },
    {
      files: ["app/**/*.{ts,tsx}"],
      excludeFiles: ["app/lib/config/env.server.ts"],
      rules: {
        "no-restricted-globals": [
          "error",
          { name: "process", message: "Only lib/config/env.server reads the environment." },
        ],
        "no-restricted-properties": ["error", FORGED, ...ONE_ID],
      },
    },
    ...Object.entries(layers).map(([layer, allowed]) => layerRules(layer, allowed)),
    ...rooms.map((room, index) => roomRules(room, rooms.slice(index + 1))),
    ...features.map(featureRules),
    restrict(
      ["server/**/*.ts"],
      [
        {
          group: ["../app/**", ...SERVED.split(" ").map((path) => `!../app/lib/${path}`)],
          message: "The server sees the build, and of the app only what stands in lib and is named here.",
        },
      ],
    ),
  ],
});
