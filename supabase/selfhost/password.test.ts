import { readFileSync } from "node:fs";
import postgres from "postgres";
import { expect, it } from "vitest";
import { SupabaseCluster, type Login } from "../../tests/support/services/supabase/supabase-cluster.ts";

const NEW = "5up3r-new";
const ROLES: Login[] = ["supabase_admin", "postgres", "authenticator", "supabase_auth_admin"];

it("docs/breach.md gives every role that has a password the new one", async () => {
  const cluster = await SupabaseCluster.start();
  try {
    const [, makes = ""] = /^(select format\('alter role .*) \\gexec$/m.exec(readFileSync("docs/breach.md", "utf8"))!;
    const admin = cluster.as("supabase_admin");
    const rows = await admin.unsafe(makes.replace("$NEW", NEW));
    for (const row of rows) await admin.unsafe(String(Object.values(row)[0]));

    expect(rows).toHaveLength(ROLES.length);
    for (const role of ROLES) {
      const session = postgres(cluster.urlOf(role).replace(cluster.password, NEW), { max: 1 });
      expect(await session`select current_user as name`).toMatchObject([{ name: role }]);
      await session.end();
    }
    const former = postgres(cluster.urlOf("postgres"), { max: 1 });
    await expect(former`select 1`).rejects.toThrow("password authentication failed");
    await former.end();
  } finally {
    await cluster.stop();
  }
});
