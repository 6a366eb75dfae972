import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { referenceOf } from "~/lib/format/reference";
import { asking } from "../../support/api/asking.ts";
import { consultation, contact, posting } from "../../support/api/matrix.ts";
import { REFUSED_BY_CHECK } from "../team/asking.ts";
import type { World } from "../world.ts";

/** Each public form: its table, what it is called, the column of its address, and within how many hours it is answered. */
const FORMS = [
  ["contact_submissions", "contact", "email", contact, 24],
  ["public_job_submissions", "posting", "contact_email", posting, 48],
  ["consultation_requests", "consultation", "email", consultation, 24],
] as const;

function freshAddress(): string {
  return `receipt-${randomUUID()}@example.com`;
}

/** Receipts, as the database makes them: the same on every backend. */
export function describeReceipts(world: () => World): void {
  const { table, value } = asking(world);
  const receipts = (address: string) =>
    world().query(`select id from public.mail_outbox where template = 'receipt'
      and private.mailbox_of(address) = private.mailbox_of('${address}') order by created_at`);
  const contentOf = (mail: unknown) => value<object | null>(`select private.mail_content('${String(mail)}')`);
  const send = async (more: Record<string, unknown>) => {
    const { error } = await world()
      .anon.from("contact_submissions")
      .insert({ ...contact, ...more });
    expect(error).toBeNull();
  };
  /** What has been sent before takes no room. */
  const makeRoom = () => world().query("delete from public.mail_outbox where template = 'receipt'");

  describe("a receipt", () => {
    it.each(FORMS)(
      "goes to whoever sends %s, and says nothing of what was sent",
      async (name, kind, column, row, hours) => {
        await makeRoom();
        const [address, form_id] = [freshAddress(), randomUUID()];
        const { error } = await world()
          .anon.from(name)
          .insert({ ...row, form_id, [column]: address });
        expect(error).toBeNull();
        const [mail, ...more] = await receipts(address);
        expect(more).toEqual([]);
        const content = (await contentOf(mail!["id"])) as { answer_by: string };
        expect(content).toEqual({
          template: "receipt",
          to: address,
          kind,
          reference: referenceOf(form_id),
          answer_by: expect.any(String) as unknown,
          ...(kind === "contact" ? { source: "form" } : {}),
        });
        const isRight = `select '${content.answer_by}'::timestamptz
          = (select created_at from public.${name} where form_id = '${form_id}') + interval '${hours} hours'`;
        expect(await value(isRight)).toBe(true);
      },
    );

    it("is found by its reference in the inbox, after the words were made anew too", async () => {
      const form_id = randomUUID();
      await send({ form_id, email: freshAddress() });
      const found = () =>
        world().query(`select contact_id from public.inbox_items
          where search @@ websearch_to_tsquery('simple', '${referenceOf(form_id)}')`);
      expect(await found()).toHaveLength(1);
      await world().query("select private.renew_search()");
      expect(await found()).toHaveLength(1);
    });

    it("goes twice a day to one mailbox, however its address is written", async () => {
      await makeRoom();
      const [name, domain] = freshAddress().split("@") as [string, string];
      await send({ email: `${name}@${domain}` });
      await send({ email: `${name}+tag@${domain}` });
      await send({ email: `${name.toUpperCase()}@${domain}` });
      // Other spellings of the same are none that is stored: the forms make this one of them first.
      const dots = ["\u3002", "\uFF0E", "\uFF61"].map((dot) => `${name}@${domain.replace(".", dot)}`);
      for (const email of [...dots, `${name}@${domain}.`, `\uFF52${name.slice(1)}@${domain}`]) {
        const { error } = await world()
          .anon.from("contact_submissions")
          .insert({ ...contact, email });
        expect(error?.code, email).toMatch(REFUSED_BY_CHECK);
      }
      const all = await world().query("select address from public.mail_outbox where template = 'receipt'");
      expect(all).toHaveLength(2);
      expect(await receipts(`${name}@${domain}`)).toHaveLength(2);
      await send({ email: `other-${name}@${domain}` });
      expect(await receipts(`other-${name}@${domain}`)).toHaveLength(1);
    });

    it("goes twice when ten come at once, and all ten are kept", async () => {
      await makeRoom();
      const email = freshAddress();
      await Promise.all(Array.from({ length: 10 }, () => send({ email, form_id: randomUUID() })));
      expect(await receipts(email)).toHaveLength(2);
      const kept = await world().query(`select from public.contact_submissions where email = '${email}'`);
      expect(kept).toHaveLength(10);
    });

    it("goes to nobody beyond the hour's, whoever comes at once, and what was sent is kept", async () => {
      await makeRoom();
      await world().query(`insert into public.mail_outbox (template, dedupe_key, address, next_attempt_at, skipped_at)
        select 'receipt', 'receipt.' || gen_random_uuid(), 'r' || n || '@example.com', null, now()
          from generate_series(1, private.most_receipts_an_hour() - 1) as n`);
      const addresses = Array.from({ length: 6 }, freshAddress);
      await Promise.all(addresses.map((email) => send({ email })));
      const mailed = await Promise.all(addresses.map(receipts));
      expect(mailed.flat()).toHaveLength(1);
      await makeRoom();
    });

    it("goes to nobody for what is suspect, or put in by an operator", async () => {
      await makeRoom();
      const [suspect, own] = [freshAddress(), freshAddress()];
      await send({ email: suspect, suspect: true });
      await table("contact_submissions")
        .insert({ ...contact, email: own })
        .throwOnError();
      for (const address of [suspect, own]) expect(await receipts(address)).toEqual([]);
    });

    it("goes to nobody for what comes in a flood", async () => {
      await makeRoom();
      const [many, email] = [`many-${randomUUID()}@example.com`, freshAddress()];
      // Without a key shared with the site three hundred of a table in an hour are one.
      await world().query(`do $many$
        begin
          alter table public.consultation_requests disable trigger user;
          insert into public.consultation_requests (first_name, last_name, email)
            select 'A', 'B', '${many}' from generate_series(1, 301);
          alter table public.consultation_requests enable trigger user;
        end $many$`);
      await world()
        .anon.from("consultation_requests")
        .insert({ ...consultation, email })
        .throwOnError();
      const isFlood = await value(`select flood from public.consultation_requests where email = '${email}'`);
      await world().query(`delete from public.consultation_requests where email in ('${many}', '${email}')`);
      expect([isFlood, await receipts(email)]).toEqual([true, []]);
    });

    it("is not sent any more for what was put away as spam, and goes with what an erased person sent", async () => {
      await makeRoom();
      const email = freshAddress();
      await send({ email });
      const [mail] = await receipts(email);
      const items = `(select id from public.contact_submissions where email = '${email}')`;
      await world().query(`update public.inbox_items set state = 'spam' where contact_id in ${items}`);
      expect(await contentOf(mail!["id"])).toBeNull();
      await world().query(`update public.inbox_items set state = 'done' where contact_id in ${items}`);
      expect(await contentOf(mail!["id"])).not.toHaveProperty("answer_by");
      await world().query(`select private.erase_person('${email}')`);
      expect(await receipts(email)).toEqual([]);
    });
  });
}
