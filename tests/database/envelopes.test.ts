import { beforeEach, expect, it } from "vitest";
import { openDatabase, startDatabase } from "../support/services/own-backend.ts";

// Who sent an item and what it is about, which stands on the item as its form says it (docs/decisions/inbox.md).
const backend = await startDatabase();
const database = openDatabase(backend);

const ADDRESS = "ann+jobs@kin.example";
const COLUMNS = "sender, email, phone, company, subject, reference, source";

/** One item by each form, a call without an address, and a requirement that was made of a posting. */
beforeEach(() =>
  database.exec(`
    delete from public.contact_submissions; delete from public.public_job_submissions;
    delete from public.consultation_requests; delete from public.clients;
    insert into public.contact_submissions (name, email, phone, company, requirement, form_id)
      values ('Ann Kin', '${ADDRESS}', '98765 43210', 'Kin Ltd', 'Two welders', gen_random_uuid());
    insert into public.contact_submissions (name, phone, requirement, source)
      values ('Caller', '91234 56789', 'A fitter', 'phone');
    insert into public.public_job_submissions (job_title, location, contact_name, contact_email, company)
      values ('Welder', 'Pune', 'Ann Kin', '${ADDRESS}', 'Kin Ltd');
    insert into public.consultation_requests (first_name, last_name, email) values ('Ann', 'Kin', '${ADDRESS}');
    insert into public.clients (company_name, full_name, phone) values ('Kin Limited', 'Bob Kin', '555 0100');
    insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description,
                                         source_posting_id)
      select client.id, 'Senior welder', 'permanent', 'Pune', array['TIG'], 'Weld.', posting.id
        from public.clients as client, public.public_job_submissions as posting`),
);

const read = async (query: string) => (await database.query(query)).rows;
const items = () => read(`select kind, ${COLUMNS} from public.inbox_items order by kind, sender`);
const lines = () => read(`select id, kind, ${COLUMNS} from private.inbox_item_details order by id`);
/** Makes the items as those of before the columns are. */
const unfill = () =>
  database.exec(`
    update public.inbox_items
      set (${COLUMNS}) = row(null::text, null::text, null::text, null::text, null::text, null::text, null::text)`);
/** As the schedule does. */
const fillRows = () => database.exec("do $$ begin while private.fill_rows() loop commit; end loop; end $$");
const exported = async (address: string) =>
  (await read(`select private.export_person('${address}') as data`))[0] as { data: Record<string, unknown[]> };

it("an item says who sent it and what it is about, as its form does; a requirement nothing", async () => {
  const reference = expect.stringMatching(/^([A-Z]\d){4}$/) as string;
  const ann = { sender: "Ann Kin", email: ADDRESS, phone: null, company: null, source: null, reference };
  const nothing = {
    sender: null,
    email: null,
    phone: null,
    company: null,
    subject: null,
    source: null,
    reference: null,
  };
  expect(await items()).toEqual([
    { ...ann, kind: "contact", phone: "98765 43210", company: "Kin Ltd", subject: "Two welders", source: "form" },
    {
      ...{ kind: "contact", sender: "Caller", email: null, phone: "91234 56789", company: null },
      ...{ subject: "A fitter", source: "phone", reference },
    },
    { ...ann, kind: "posting", company: "Kin Ltd", subject: "Welder" },
    { ...ann, kind: "consultation", subject: null },
    { ...nothing, kind: "requirement" },
  ]);
});

it("a requirement's line is its company's, with who sent what it was made of", async () => {
  const requirement = { kind: "requirement", company: "Kin Limited", subject: "Senior welder", source: null };
  expect(await lines()).toContainEqual(
    expect.objectContaining({ ...requirement, sender: "Ann Kin", email: ADDRESS, phone: null }),
  );
  await database.exec("delete from public.public_job_submissions");
  expect(await lines()).toContainEqual(
    expect.objectContaining({ ...requirement, sender: "Bob Kin", email: null, phone: "555 0100" }),
  );
});

it("an item of before is read of its form, until the schedule has filled it in", async () => {
  const [made, shown, about] = [await items(), await lines(), await exported(ADDRESS)];
  await unfill();
  expect(await lines()).toEqual(shown);
  const { inbox_items: unfilled, ...forms } = (await exported(ADDRESS)).data;
  expect(forms).toEqual(Object.fromEntries(Object.entries(about.data).filter(([name]) => name !== "inbox_items")));
  expect(unfilled).toHaveLength(3);
  await database.exec("select private.fill_envelopes()");
  await fillRows();
  expect(await items()).toEqual(made);
});

it("a form that is corrected while its item is being filled in is what the item says", async () => {
  await unfill();
  const [writer, filler] = [openDatabase(backend), openDatabase(backend)];
  await writer.exec(`begin; update public.contact_submissions set email = 'right@kin.example' where email is not null`);
  await database.exec("select private.fill_envelopes()");
  const filled = filler.exec("select private.fill_rows()").catch(() => undefined);
  await expect.poll(() => read("select from pg_locks where not granted")).not.toEqual([]);
  await writer.exec("commit");
  await filled;
  await fillRows();
  expect(await read("select email from public.inbox_items where kind = 'contact' and email is not null")).toEqual([
    { email: "right@kin.example" },
  ]);
  await Promise.all([writer.close(), filler.close()]);
});

it.each([
  ["an address", ADDRESS],
  ["a number", "91234 56789"],
])("what %s has sent is erased with its item, filled in or not", async (_, wanted) => {
  for (const prepare of [async () => undefined, unfill]) {
    await database.exec("begin");
    await prepare();
    await database.exec(`select private.erase_person('${wanted}')`);
    const left = await read(`select to_jsonb(item) - 'search' as item from public.inbox_items as item
                              union all select to_jsonb(form) from public.contact_submissions as form
                              union all select to_jsonb(form) from public.public_job_submissions as form
                              union all select to_jsonb(form) from public.consultation_requests as form`);
    expect(JSON.stringify(left)).not.toContain(wanted);
    expect(left.length).toBeGreaterThan(1);
    await database.exec("rollback");
  }
});

it("a form that is corrected corrects its item, and what that is found by", async () => {
  await database.exec(`
    update public.contact_submissions set name = 'Anna Kin', email = 'anna@kin.example' where email is not null;
    update public.public_job_submissions set job_title = 'Turner';
    update public.consultation_requests set last_name = 'Kinsey', phone = '90000 00001'`);
  expect(
    await read(`select sender, email, subject, phone from public.inbox_items where search @@ 'anna | turner | kinsey'
                       and requirement_id is null order by kind`),
  ).toEqual([
    { sender: "Anna Kin", email: "anna@kin.example", subject: "Two welders", phone: "98765 43210" },
    { sender: "Ann Kin", email: ADDRESS, subject: "Turner", phone: null },
    { sender: "Ann Kinsey", email: ADDRESS, subject: null, phone: "90000 00001" },
  ]);
});
