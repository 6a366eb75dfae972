import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolPath } from "../../scripts/needs/tools.ts";
import { SupabaseCluster } from "../support/services/supabase/supabase-cluster.ts";

/**
 * Every right as it is written down, what roles are set to, and in which order columns stand (a new one stands last): a line
 * each. The CLI's diff does not look at all of it.
 */
const CATALOGUE = `
  with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private')),
  described (what, rights) as (
    select format('function %s', fn.oid::regprocedure), coalesce(fn.proacl, acldefault('f', fn.proowner))
      from pg_proc as fn join ours on ours.oid = fn.pronamespace
    union all select format('relation %s', rel.oid::regclass),
                     coalesce(rel.relacl, acldefault((case rel.relkind when 'S' then 's' else 'r' end)::"char", rel.relowner))
      from pg_class as rel join ours on ours.oid = rel.relnamespace where rel.relkind in ('r', 'v', 'm', 'S')
    union all select format('column %s %s %s', rel.oid::regclass,
                            row_number() over (partition by rel.oid order by att.attnum), att.attname), att.attacl
      from pg_attribute as att join pg_class as rel on rel.oid = att.attrelid join ours on ours.oid = rel.relnamespace
     where rel.relkind in ('r', 'v', 'm') and att.attnum > 0 and not att.attisdropped
    union all select format('schema %s', nspname), nspacl from pg_namespace join ours using (oid, nspname)
    union all select format('default %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype),
                     defaclacl from pg_default_acl
    union all select format('role %s %s', setrole::regrole, setconfig), null from pg_db_role_setting)
  select what, (select string_agg(item::text, ' ' order by item::text) from unnest(rights) as item) as rights
    from described order by what`;

/** The rows that a new database begins with, but for the keys that each makes for itself. */
const ROWS = `
  select to_jsonb(settings) - '{digest_key,unsubscribe_key}'::text[] as entries from private.settings
  union all select to_jsonb(runs) - 'ran_at' from private.scheduled_runs as runs
  union all select to_jsonb(places) from private.places
  order by entries`;

describe.skipIf(!toolPath("supabase"))("supabase/schemas say what supabase/migrations make", () => {
  let migrated: SupabaseCluster, declared: SupabaseCluster;
  beforeAll(async () => {
    [migrated, declared] = await Promise.all([SupabaseCluster.fromMigrations(), SupabaseCluster.fromSchemas()]);
  });
  afterAll(() => Promise.all([migrated.stop(), declared.stop()]));

  it("so that the CLI has nothing to change", async () => {
    expect(await migrated.diffTo(declared), "npm run db:migration writes this as a migration").toBe("");
  });

  it.each([
    ["rights, settings of roles and columns in their order", CATALOGUE, 500],
    ["rows that a new database begins with, and the places that it knows", ROWS, 500],
  ])("with the same %s", async (_, query, fewest) => {
    const [made, said] = await Promise.all(
      [migrated, declared].map(async (cluster) => [...(await cluster.as("postgres").unsafe(query))]),
    );
    expect(made!.length).toBeGreaterThanOrEqual(fewest);
    expect(said).toEqual(made);
  });
});
