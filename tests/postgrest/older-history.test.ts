import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { toolPath } from "../../scripts/needs/tools.ts";
import { SupabaseCluster } from "../support/services/supabase-cluster.ts";

it.skipIf(!toolPath("supabase"))(
  "what the CLI advises of an older history is answered, and the answer works",
  async () => {
    const document = readFileSync("docs/operate.md", "utf8");
    const cluster = await SupabaseCluster.fromMigrations();
    try {
      const operator = cluster.as("postgres");
      const history = "supabase_migrations.schema_migrations";
      await operator.unsafe(`insert into ${history} (version, name) values ('20260101000000', 'before')`);
      const refusal = await cluster.pushMigrations().then(String, (error: { stderr: string }) => error.stderr);
      const [advice = "none"] = /supabase migration repair --status \w+/.exec(refusal) ?? [];
      expect(document.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`\`${advice}\`[^*]*\\*\\*Not what it advises\\*\\*`));

      const [statement = ""] = new RegExp(`^delete from ${history} .*;$`, "m").exec(document)!;
      await operator.unsafe(statement);
      expect(await cluster.pushMigrations()).toContain("up to date");
    } finally {
      await cluster.stop();
    }
  },
);
