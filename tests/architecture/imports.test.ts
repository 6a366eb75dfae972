import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Lines of code, and the files that they would stand in. */
type Case = [file: string, code: string];

const importing = (cases: readonly [file: string, target: string][]): Case[] =>
  cases.map(([file, target]) => [file, `import "${target}";`]);

const FORBIDDEN: Case[] = importing([
  ["app/lib/format/text.ts", "~/features/crm/crm.server"],
  ["app/lib/format/text.ts", "@supabase/supabase-js"],
  ["app/lib/format/text.ts", "~/lib/http/path"],
  ["app/lib/format/text.ts", "~/lib/schema/fields"],
  ["app/lib/observe/log.server.ts", "../backend/supabase.server.ts"],
  ["app/lib/backend/cursor.ts", "~/lib/forms/form"],
  ["app/ui/forms/button.tsx", "~/content/company"],
  ["app/ui/forms/button.tsx", "../content/company"],
  ["app/content/company.ts", "~/ui/forms/button"],
  ["app/features/crm/crm.server.ts", "~/features/accounts/schema"],
  ["app/features/crm/crm.server.ts", "../accounts/schema"],
  ["app/features/messages/thread.tsx", "~/features/requirements/schema"],
  ["app/features/notifications/schema.ts", "~/features/messages/schema"],
  ["app/features/crm/crm.server.ts", "~/routes/site/contact"],
  ["app/features/crm/crm.server.ts", "~/middleware/limits"],
  ["app/features/crm/crm.server.ts", "~/pages/team"],
  ["app/features/crm/crm.server.ts", "@supabase/ssr"],
  ["app/pages/team.ts", "~/routes/team/inbox/list"],
  ["app/middleware/limits.ts", "~/ui/forms/button"],
  ["app/middleware/limits.ts", "~/features/accounts/schema"],
  ["app/routes/site/home.tsx", "~/middleware/limits"],
  ["app/routes/site/home.tsx", "~/routes/site/contact"],
  ["app/routes/site/home.tsx", "@supabase/supabase-js"],
  ["app/enhance/main.ts", "~/ui/forms/button"],
  ["server/main.ts", "../app/root"],
  ["server/main.ts", "../app/lib/backend/supabase.server.ts"],
  ["app/lib/forms/form.server.ts", "../../server/main"],
]);

const ALLOWED = importing([
  ["app/routes/site/home.tsx", "~/features/crm/crm.server"],
  ["app/routes/site/home.tsx", "~/pages/portal"],
  ["app/routes/team/inbox/list.tsx", "~/pages/team"],
  ["app/features/crm/crm.server.ts", "~/lib/format/text"],
  ["app/middleware/session.ts", "~/lib/backend/supabase.server"],
  ["app/lib/backend/supabase.server.ts", "@supabase/ssr"],
  ["app/lib/forms/form.ts", "~/lib/backend/cursor"],
  ["app/lib/observe/log.server.ts", "../config/env.server.ts"],
  ["server/main.ts", "../app/lib/config/env.server.ts"],
  ["server/main.ts", "../app/lib/observe/metrics.server.ts"],
  ["server/handler.ts", "../app/lib/forms/form.ts"],
]);

/** remix-hook-form's own parsers, and what a page that is rendered once has no use for. */
const NAMES: Case[] = [
  ...["getValidatedFormData", "parseFormData", "generateFormData", "getFormDataFromSearchParams"].flatMap((name) =>
    ["app/routes/site/home.tsx", "app/lib/forms/form.server.ts"].map((file): Case => [
      file,
      `import { ${name} } from "remix-hook-form"; void ${name};`,
    ]),
  ),
  ["app/routes/site/home.tsx", 'import { useEffect } from "react"; useEffect(() => {});'],
  ["app/features/crm/crm.server.ts", 'import { useState } from "react"; useState(0);'],
];

const IMPORTS = "eslint(no-restricted-imports)";
const GLOBALS = "eslint(no-restricted-globals)";
const PROCESS: Case[] = [
  ["app/lib/format/text.ts", "void process.env;"],
  ["app/lib/config/env.server.ts", "void process.env;"],
];
const CASES = [...FORBIDDEN, ...ALLOWED, ...NAMES, ...PROCESS];

let folder: string;
/** What the linter says of each line, by its file and its number there. */
const found = new Map<string, string[]>();
const lines = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "imports-"));
  const config = JSON.stringify(resolve("oxlint.config.ts"));
  writeFileSync(
    join(folder, "oxlint.config.ts"),
    `import config from ${config};\nexport default { ...config, options: {} };\n`,
  );
  for (const [file, code] of CASES) lines.set(file, [...(lines.get(file) ?? []), code]);
  for (const [file, all] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${all.join("\n")}\n`);
  }
  type Report = { diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[] };
  const { stdout } = spawnSync("oxlint", ["--format=json", "app", "server"], { cwd: folder, encoding: "utf8" });
  for (const { code, filename, labels } of (JSON.parse(stdout) as Report).diagnostics) {
    const place = `${filename}:${labels[0]!.span.line}`;
    found.set(place, [...(found.get(place) ?? []), code]);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const complaints = ([file, code]: Case) => found.get(`${file}:${lines.get(file)!.indexOf(code) + 1}`) ?? [];

it.each([...FORBIDDEN, ...NAMES])("%s must not say: %s", (...line) => {
  expect(complaints(line)).toContain(IMPORTS);
});

it.each(ALLOWED)("%s may say: %s", (...line) => {
  expect(complaints(line)).not.toContain(IMPORTS);
});

it("bans the environment outside its module", () => {
  expect(PROCESS.map((line) => complaints(line).includes(GLOBALS))).toEqual([true, false]);
});
