import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint();

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? "");
}

describe("the import rule", () => {
  it.each([
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
  ])("%s must not import %s", async (file, target) => {
    expect(await complaints(file, `import "${target}";\n`)).toContain("no-restricted-imports");
  });

  it.each([
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
  ])("%s may import %s", async (file, target) => {
    expect(await complaints(file, `import "${target}";\n`)).not.toContain("no-restricted-imports");
  });
});

describe("what this stack must not be asked", () => {
  it("bans remix-hook-form's own parsers", async () => {
    for (const name of ["getValidatedFormData", "parseFormData", "generateFormData", "getFormDataFromSearchParams"]) {
      const code = `import { ${name} } from "remix-hook-form";\nvoid ${name};\n`;
      expect(await complaints("app/routes/site/home.tsx", code)).toContain("no-restricted-imports");
      expect(await complaints("app/lib/forms/form.server.ts", code)).toContain("no-restricted-imports");
    }
  });

  it("bans the environment outside its module", async () => {
    expect(await complaints("app/lib/format/text.ts", "export const port = process.env;\n")).toContain(
      "no-restricted-globals",
    );
  });
});
