import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeNetwork, SENDER_HEADER } from "~/lib/limits/sender-network.server";
import { spareFetch } from "../../support/http/spare-fetch.ts";
import { PUBLIC_FORMS } from "../../support/api/matrix.ts";
import { addCompany, addTeamMember, makeKnown } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { quoted } from "../../support/api/asking.ts";
import { ask } from "./asking.ts";
import type { World } from "../world.ts";

const KEY = "what the site and the database share";

/** What one address sends is its own flood, and nobody else's (docs/decisions/inbox.md). */
export function describeFloods(world: () => World): void {
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  beforeAll(() => world().query(`update private.settings set sender_key = '${KEY}'`));
  afterAll(() => world().query("update private.settings set sender_key = null"));
  beforeEach(async () => {
    await world().query("delete from public.inbox_items where requirement_id is null");
    for (const { table } of PUBLIC_FORMS) await world().query(`delete from public.${table}`);
    await world().query("update public.inbox_items set state = 'done' where state <> 'done'");
    await world().query("delete from private.form_senders");
  });

  /** The Data API as anybody has it, with what a call says of where it comes from. */
  function visitor(network?: string): SupabaseClient {
    const { url, publishableKey } = world();
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- what it gives has lost a type
    return createClient(url, publishableKey, {
      global: { fetch: spareFetch, headers: network === undefined ? {} : { [SENDER_HEADER]: network } },
      auth: { persistSession: false },
    }) as SupabaseClient;
  }

  /** As the site's forms of an address say where they come from. */
  const at = (place: string) => describeNetwork(place, KEY);
  /** As the site's forms of an address come. */
  const through = (place: string) => visitor(at(place));

  /** How many of the enquiries of an address, all of them kept, were marked. */
  async function marked(email: string, count: number): Promise<number> {
    const [row] = await world()
      .query(`select count(*)::integer as kept, (count(*) filter (where flood))::integer as marked
      from public.contact_submissions where email = '${email}'`);
    expect(row!["kept"]).toBe(count);
    return row!["marked"] as number;
  }

  /** Sends one enquiry. @returns how many were marked */
  async function sendOne(by: SupabaseClient): Promise<number> {
    const email = freshEmail("flood");
    expect((await by.from("contact_submissions").insert({ name: "A", email, requirement: "x" })).error).toBeNull();
    return marked(email, 1);
  }

  /** Sends so many enquiries, one after another, from each of several places, as the Data API sends them on. */
  async function sendFrom(networks: (string | undefined)[], count = 1): Promise<number> {
    const email = freshEmail("flood");
    const headers = networks.map((network) =>
      JSON.stringify(network === undefined ? {} : { [SENDER_HEADER]: network }),
    );
    await world().query(`do $$
      declare sent text;
      begin
        foreach sent in array array[${headers.map(quoted).join(", ")}] loop
          for n in 1..${count} loop
            perform set_config('request.headers', sent, true);
            set local role anon;
            insert into public.contact_submissions (name, email, requirement) values ('A', '${email}', 'x');
            commit;
          end loop;
        end loop;
      end $$`);
    return marked(email, networks.length * count);
  }
  const send = (network?: string, count = 1) => sendFrom([network], count);

  async function groups(): Promise<Record<string, number>> {
    const counts = await ask<{ item_group: string; items: number }[]>(recruiter.api, "count_inbox");
    return Object.fromEntries(counts.map(({ item_group, items }) => [item_group, items]));
  }

  it("one address marks what it sends beyond ten an hour; who is elsewhere stays where they belong", async () => {
    expect(await send(at("203.0.113.9"), 8)).toBe(0);
    expect(await send(at("203.0.113.9"), 6)).toBe(4);
    expect(await send(at("2001:db8:1:2::/64"), 12)).toBe(2);
    expect(await send(at("203.0.113.10"))).toBe(0);
    expect(await send(at("2001:db8:1:3::/64"))).toBe(0);
    expect(await groups()).toMatchObject({ unclaimed: 22, flood: 6 });
  });

  it("is found by how each text begins, and not by words that may be anybody's far behind", async () => {
    const by = through("203.0.113.9");
    expect(await send(at("203.0.113.9"), 10)).toBe(0);
    const requirement = `Quenching ${"and so on ".repeat(60)}Tempering`;
    await by.from("contact_submissions").insert({ name: "Quentin", email: freshEmail("flood"), requirement });
    const found = async (words: string) =>
      (await ask<unknown[]>(recruiter.api, "list_inbox", { filter: { words } })).length;
    expect([await found("quenching"), await found("tempering"), await found("quentin")]).toEqual([1, 0, 1]);
  });

  it("counts the forms of all three kinds together", async () => {
    expect(await send(at("203.0.113.9"), 10)).toBe(0);
    const asked = { first_name: "A", last_name: "B", email: freshEmail("flood") };
    await through("203.0.113.9").from("consultation_requests").insert(asked);
    const { data } = await world().service.from("consultation_requests").select("flood").eq("email", asked.email);
    expect(data).toEqual([{ flood: true }]);
    await world().service.from("consultation_requests").delete().eq("email", asked.email);
  });

  it("what comes past the site is one flood, whatever it says of itself; it hides nothing that came through", async () => {
    expect(await send(undefined, 12)).toBe(2);
    // What each of them leaves to be counted.
    await world().query("insert into private.form_senders (network) select null from generate_series(1, 290)");
    const theirs = describeNetwork("198.51.100.1", "a key of somebody's own, as long as ours");
    const right = describeNetwork("198.51.100.2", KEY);
    const borrowed = `${"0".repeat(32)}${right.slice(32)}`;
    for (const forged of [theirs, borrowed, right.slice(0, -1), "", `${right}'`]) {
      expect(await sendOne(visitor(forged)), forged).toBe(1);
    }
    expect(await send(at("198.51.100.7"))).toBe(0);
    expect(await groups()).toMatchObject({ unclaimed: 11, flood: 7, overdue: 0 });
  });

  it.each([
    ["a /56", (place: number) => `2001:db8:1:${(place % 256).toString(16)}::/64`, 20, "2001:db8:1:100::/64"],
    ["a /48", (place: number) => `2001:db8:2:${(place * 97).toString(16)}::/64`, 40, "2001:db8:3:1::/64"],
    ["a /24", (place: number) => `203.0.113.${place}`, 40, "203.0.114.1"],
  ])("%s sends a few times ten an hour, from however many networks in it", async (_, place, most, other) => {
    expect(await sendFrom(Array.from({ length: most + 10 }, (_, index) => at(place(index))))).toBe(10);
    expect(await send(at(other))).toBe(0);
  });

  it("of thirty forms at once, no more than ten of a network are unmarked, and all are kept", async () => {
    const sent = await Promise.all(Array.from({ length: 30 }, () => sendOne(through("2001:db8:8:1::/64"))));
    const unmarked = sent.filter((marked) => marked === 0).length;
    expect(unmarked).toBeLessThanOrEqual(10);
    expect(unmarked).toBeGreaterThan(0);
  });

  it("takes what a site before this one says, which names two networks of IPv6", async () => {
    const [network, , wider] = describeNetwork("2001:db8:9:1::/64", KEY).split(".");
    const [row] = await world().query(`select private.sender_proof('${KEY}', '${network}.${wider}') as proof`);
    expect(await send(`${network}.${wider}.${String(row!["proof"])}`, 11)).toBe(1);
    expect(await send(at("2001:db8:9:1::/64"))).toBe(1);
  });

  it("from many networks at once, marks those of a wider one among the many, and nobody else", async () => {
    const [, around] = describeNetwork("192.0.2.1", KEY).split(".");
    const sent = (count: number) =>
      world().query(`insert into private.form_senders (network, wider)
                       select md5(n::text), case when n <= 9 then '${around}' else md5(n::text) end
                         from generate_series(1, ${count}) as n`);
    await sent(299);
    expect(await send(at("192.0.2.200"))).toBe(0);
    expect(await send(at("192.0.2.201"))).toBe(1);
    expect(await send(at("198.51.100.7"))).toBe(0);
    expect(await send()).toBe(0);
  });

  it("forgets within the hour who sent, and keeps no address", async () => {
    expect(await send(at("203.0.113.9"), 12)).toBe(2);
    const kept = async () => (await world().query("select network, wider from private.form_senders")) as object[];
    expect(JSON.stringify(await kept())).not.toContain("203.0.113");
    await world().query("update private.form_senders set created_at = now() - interval '61 minutes'");
    expect(await send(at("203.0.113.9"))).toBe(0);
    expect(await kept()).toHaveLength(1);
    const rows = (await world().service.from("contact_submissions").select("*").limit(1)).data as object[];
    expect(Object.keys(rows[0]!).filter((name) => /network|sender|address/.test(name))).toEqual([]);
  });

  it("of a company that the team does not know, marks what it files beyond ten a day", async () => {
    const { clientId, owner } = await addCompany(world(), "Flooding Ltd");
    for (let index = 0; index < 12; index += 1) await fileRequirement(owner);
    expect(await groups()).toMatchObject({ unclaimed: 10, flood: 2, overdue: 0 });
    await world().query("update public.inbox_items set due_at = now() - interval '1 minute' where is_flood");
    expect(await groups()).toMatchObject({ unclaimed: 10, flood: 0, overdue: 2 });
    await makeKnown(world().service, clientId);
    await fileRequirement(owner);
    expect(await groups()).toMatchObject({ unclaimed: 12, flood: 0 });
  });

  it("without a key, marks what comes after three hundred of a kind in an hour", async () => {
    await world().query("update private.settings set sender_key = null");
    await world().query(`insert into public.contact_submissions (name, email, requirement)
      select 'A', 'flood' || number || '@flood.example', 'x' from generate_series(1, 299) as number`);
    try {
      expect([await sendOne(visitor()), await sendOne(visitor())]).toEqual([0, 1]);
    } finally {
      await world().query(`update private.settings set sender_key = '${KEY}'`);
    }
  });

  it("marks nothing that somebody with rights of their own puts in", async () => {
    for (let count = 0; count < 12; count += 1) expect(await sendOne(world().service)).toBe(0);
    expect(await send()).toBe(0);
  });

  it("shows what is overdue as overdue, in a flood as well, and gives it before what is not", async () => {
    await send(undefined, 12);
    await send(at("198.51.100.7"));
    expect(await groups()).toMatchObject({ overdue: 0, unclaimed: 11, flood: 2 });
    await world().query(`update public.inbox_items set due_at = now() - interval '1 minute'
                           where id = (select id from public.inbox_items where is_flood and state = 'new' limit 1)`);
    expect(await groups()).toMatchObject({ overdue: 1, unclaimed: 11, flood: 1 });
    const [first] = await ask<{ id: string; item_group: string }[]>(recruiter.api, "list_inbox");
    expect(first!.item_group).toBe("overdue");
    const [news] = await world().query(`select private.inbox_news('${recruiter.userId}') as counts`);
    expect(news!["counts"]).toMatchObject({ overdue: 1, unclaimed: 11 });
    expect(await ask(recruiter.api, "take_next_item")).toBe(first!.id);
    expect(await ask(recruiter.api, "take_next_item")).not.toBe(first!.id);
  });
}
