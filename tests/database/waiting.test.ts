import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { failureStatus } from "~/lib/result";
import { OwnerSession } from "../support/api/database.ts";
import { clientIdOf } from "../support/people/cast.ts";
import { connect, signUpClient, type Person } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// How long a call waits and works on the embedded backend: as PostgREST has it do by what is set for the roles.
const backend = await startBackend();
const owner = openDatabase(backend);
await owner.exec(`
  create function public.own_limits() returns jsonb language sql as
    $$ select jsonb_build_object('wait', current_setting('lock_timeout'), 'work', current_setting('statement_timeout')) $$;
  create function public.nap(seconds numeric) returns void language sql volatile as
    $$ select pg_catalog.pg_sleep(seconds::double precision) $$;`);
// The Data API learns of them when it starts.
await backend.stop();
await backend.start();
const [busy, other] = [await signUpClient(backend, "Busy Ltd"), await signUpClient(backend, "Other Ltd")];
const busyId = await clientIdOf(busy);

it("a call waits and works as long as its role may", async () => {
  const anon = connect(backend.url, backend.keys.publishable_key);
  const service = connect(backend.url, backend.keys.secret_key);
  const limits = async (api: Person["api"]) => (await api.rpc("own_limits" as never)).data as unknown;
  expect(await limits(busy.api)).toEqual({ wait: "500ms", work: "4s" });
  expect(await limits(anon)).toEqual({ wait: "500ms", work: "3s" });
  expect(await limits(service)).toEqual({ wait: "0", work: "0" });
  // What one call was given does not stay with the session.
  expect((await owner.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
});

it("ten posts that find their company's row held are refused, and others' are taken meanwhile", async () => {
  const holder = OwnerSession.of(backend.dataDirectory);
  await holder.exec(`begin; select from public.clients where id = '${busyId}' for update`);
  try {
    const posts = Array.from({ length: 10 }, (_, index) =>
      busy.api.rpc("edit_company", { seen: 1, company_name: `Busy ${index}` }),
    );
    const others = await Promise.all([
      other.api.rpc("edit_company", { seen: 1, company_name: "Other & Sons" }),
      other.api.rpc("save_requirement_draft", { draft: randomUUID(), seen: 0, page: randomUUID(), entries: {} }),
      connect(backend.url, backend.keys.publishable_key)
        .from("contact_submissions")
        .insert({ name: "Ann", email: "ann@example.com", requirement: "x" }),
    ]);
    expect(others.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set((await Promise.all(posts)).map(({ error }) => error?.code))).toEqual(new Set(["55P03"]));
  } finally {
    await holder.exec("rollback");
    await holder.close();
  }
  const again = () => busy.api.rpc("edit_company", { seen: 1, company_name: "Busy again" });
  expect((await again()).error).toBeNull();
  // The same once more, as after an answer that was lost: it is saved.
  expect((await again()).error).toBeNull();
  expect((await busy.api.rpc("edit_company", { seen: 1, company_name: "Late" })).error?.code).toBe("PT409");
});

it("a statement that takes too long is given up, and what it did with it", async () => {
  const { error } = await busy.api.rpc("nap" as never, { seconds: 20 } as never);
  expect(error).toMatchObject({ code: "57014" });
});

it("a call that gets no session is refused, and not done later", async () => {
  // Four times as many as there are sessions: whoever is third in line waits too long, also on a slow machine.
  const naps = Array.from({ length: 40 }, () => busy.api.rpc("nap" as never, { seconds: 3.5 } as never));
  const answers = await Promise.all(naps);
  const codes = answers.map(({ error }) => error?.code ?? "taken");
  expect(new Set(codes)).toEqual(new Set(["taken", "PGRST003"]));
  expect(answers.filter(({ status }) => status === 504).length).toBe(
    codes.filter((code) => code === "PGRST003").length,
  );
  // Those that came too late went back: there are ten again.
  const again = await Promise.all(Array.from({ length: 10 }, () => busy.api.from("clients").select("id")));
  expect(again.every(({ error }) => error === null)).toBe(true);
});

/** Ends the session that waits, or works, at a statement, once there is one. */
async function endSession(statement: string): Promise<void> {
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await owner.query(`${end} and query like $1`, [statement])).rows).toHaveLength(1);
}

it("a call whose session ends is told that the database is away, and the next is answered", async () => {
  // With the key whose calls no time ends.
  const service = connect(backend.url, backend.keys.secret_key);
  const nap = service.rpc("nap" as never, { seconds: 600 } as never);
  const [{ status }] = await Promise.all([nap, endSession("%public.nap%")]);
  expect(failureStatus(status)).toBe(503);
  expect((await busy.api.from("clients").select("id")).error).toBeNull();
});

it("a sign-in whose session ends is told so, too", async () => {
  const holder = OwnerSession.of(backend.dataDirectory);
  await holder.exec("begin; lock table auth.users");
  const signIn = connect(backend.url, backend.keys.publishable_key).auth.signInWithPassword(busy);
  const [{ error }] = await Promise.all([signIn, endSession("%auth.users%")]);
  await holder.exec("rollback");
  await holder.close();
  expect(error?.status).toBe(503);
});
