import { describe, expect, it } from "vitest";
import { call } from "../support/api/asking.ts";
import { OwnerSession } from "../support/api/database.ts";
import { applyingActs } from "../support/people/applying.ts";
import { addCompany } from "../support/people/cast.ts";
import { hasPostgrest, postgrestOnCluster } from "../suites/postgrest-world.ts";

// How long a call waits and works on Supabase's own parts: as on the embedded backend (tests/database/waiting).
describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  const supabase = postgrestOnCluster(undefined, false);

  it("a call waits and works as long as its role may", async () => {
    await supabase.world.query(`create function public.own_limits() returns jsonb language sql as $$
      select jsonb_build_object('wait', current_setting('lock_timeout'), 'work', current_setting('statement_timeout')) $$`);
    await supabase.world.query("notify pgrst, 'reload schema'");
    const { api } = await supabase.world.addClient("Limits Ltd");
    const limits = async (who: typeof api) => (await who.rpc("own_limits")).data as unknown;
    await expect.poll(() => limits(api)).toEqual({ wait: "500ms", work: "4s" });
    expect(await limits(supabase.world.anon)).toEqual({ wait: "500ms", work: "3s" });
    await supabase.world.query("drop function public.own_limits()");
  });

  it("a post that finds its company's row held is refused, and another's is taken meanwhile", async () => {
    const [busy, other] = [await supabase.world.addClient("Busy Ltd"), await supabase.world.addClient("Other Ltd")];
    const { data } = await busy.api.from("clients").select("id").single<{ id: string }>();
    const holder = OwnerSession.of(supabase.cluster.urlOf("postgres"));
    await holder.exec(`begin; select from public.clients where id = '${data!.id}' for update`);
    const edit = (who: typeof busy) => who.api.rpc("edit_company", { seen: 1, company_name: "Renamed" });
    const posts = Promise.all(Array.from({ length: 10 }, () => edit(busy)));
    expect((await edit(other)).error).toBeNull();
    expect(new Set((await posts).map(({ error }) => error?.code))).toEqual(new Set(["55P03"]));
    await holder.exec("rollback");
    await holder.close();
    expect((await edit(busy)).error).toBeNull();
  });

  it("a held mail that is asked for while its mailbox is counted is refused in words, and stays held", async () => {
    const world = () => supabase.world;
    const { advertise, applicant, freshAddress, send, read } = applyingActs(world);
    const email = freshAddress();
    const { slug } = await advertise((await addCompany(world(), "Held Ltd")).clientId);
    const { token } = await send(slug, applicant({ email }), { is_suspect: true });
    const lock = `hashtextextended('applications of ${email}', 0)`;
    const mail = () => call<unknown>(world().anon, "mail_application", { token });
    const holder = OwnerSession.of(supabase.cluster.urlOf("postgres"));
    await holder.exec(`select pg_advisory_lock(${lock})`);
    expect(await mail()).toEqual([503, "mailbox_busy"]);
    expect((await read(token))!.is_held).toBe(true);
    await holder.close();
    expect(await mail()).toMatchObject({ is_new: true });
  });
});
