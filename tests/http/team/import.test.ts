import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { freshEmail } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

// A table of candidates, uploaded or pasted, as its pages read, show, import and undo it.

const { backend, signIn, site } = await openSharedSite();
const team = await signIn(await signUpTeamMember(backend, "recruiter", "Ira Importer"));
const manager = await signIn(await signUpTeamMember(backend, "hr_manager", "Max Manager"));

const PAGE = "/team/candidates/import";
const number = () => `+91 ${randomInt(60_000, 99_999)} ${randomInt(10_000, 99_999)}`;

/** Sends a table as a browser does that has no script: a form in parts. */
async function send(table: string | Uint8Array<ArrayBuffer>, by = team): Promise<Response> {
  const html = await by.read(PAGE);
  const body = new FormData();
  for (const name of ["owner", "served"]) body.set(name, fieldOn(html, name));
  body.set("table", typeof table === "string" ? table : "");
  if (typeof table !== "string") body.set("file", new Blob([table]), "candidates.csv");
  return by.ask(PAGE, { method: "POST", body });
}

/** The page of a table that was taken. */
async function staged(table: string | Uint8Array<ArrayBuffer>, by = team): Promise<string> {
  const sent = await send(table, by);
  expect(sent.status).toBe(303);
  return sent.headers.get("location")!;
}

const run = { intent: "run", known: "leave", label: "Job fair", is_adult: "on" };

describe("a table of candidates", () => {
  it("is shown as it would be, imported by one press, told, and undone by another", async () => {
    const name = `Zia ${randomUUID().slice(0, 8)}`;
    const [mail, phone] = [freshEmail("zia"), number()];
    const path = await staged(
      [
        "Candidate Name\tMobile No\tEmail ID\tSkills\tCurrent CTC\tBlood group\tECTC\tRemarks",
        `${name}\t${phone} / 0120-2345678\t${mail}\tTIG, MIG / arc\t99999\tO\t50k pm\tCalls back`,
        `${name} Two\t\tno mail at all\t\t\t\t\t`,
        `${name}\t${phone}\t\t\t\t\t\t`,
      ].join("\r\n\r\n"),
    );
    const html = await team.read(path);
    expectWords(html, "3 rows. Nothing is imported yet.", name, mail, "“no mail at all” is no email address");
    expectWords(
      html,
      "Left out: <bdi>Current CTC, Blood group</bdi>",
      "We keep this of nobody.",
      "The same person as row 2",
    );
    // What nobody has said of everybody, is not imported.
    await expectPage(
      team.post(path, { ...run, is_adult: "" }),
      400,
      "Tick that all are 18 or older",
      'value="Job fair"',
    );
    expect((await team.post(path, run)).status).toBe(303);
    const done = await team.read(path);
    expectWords(done, "1 made, 0 filled in, 1 left out, 1 with mistakes", "Nobody has been told.", "Undo the Import");
    const [record = ""] = /\/team\/candidates\/[\da-f-]{36}(?=">)/.exec(done) ?? [];
    const shown = await team.read(record);
    expectWords(shown, name, "TIG, MIG, arc", "₹50,000 a month", "Calls back", "0120-2345678", ", Job fair");
    expectNoWords(shown, "99999", "Blood group");
    const file = await team.ask(/href="(\/team\/export\/left-out.csv[^"]+)"/.exec(done)![1]!);
    const left = await file.text();
    expectWords(left, '"Candidate Name"', '"Why left out"', '"no mail at all"', "is no email address", "Known already");
    // Sent again as it is, it makes nobody.
    const again = await staged(left);
    expectWords(await team.read(again), "Known already <strong>1</strong>", "With mistakes <strong>1</strong>");
    expect((await team.post(path, { intent: "undo" })).status).toBe(303);
    expectWords(await team.read(path), "undone.");
    expect((await team.ask(record)).status).toBe(404);
    await expectPage(team.post(path, { intent: "undo" }), 409, "It has been undone already.");
  });

  it("has its columns put right, and each row decided", async () => {
    const [name, other] = [`Yuri ${randomUUID().slice(0, 8)}`, `Yara ${randomUUID().slice(0, 8)}`];
    const [mail, known] = [freshEmail("yuri"), freshEmail("yara")];
    await team.post(await staged(`Name;Mail\n${other};${known}`), run);
    const path = await staged(`Wer;Woher;Was;Post\n${name};Pune;"Welder; TIG";${mail}\n${other};Goa;Fitter;${known}`);
    const columns = { intent: "columns", has_head: "on", "column-0": "full_name", "column-3": "email" };
    const read = await team.post(path, { ...columns, "column-1": "city", "column-2": "summary_line" });
    expect(read.status).toBe(303);
    const html = await team.read(path);
    expectWords(html, "4 of 4 columns are read", "Same mailbox", "Known already <strong>1</strong>", `row-3`);
    expect((await team.post(path, { intent: "decide", "row-3": "fill" })).status).toBe(303);
    await team.post(path, run);
    const done = await team.read(path);
    expectWords(done, "1 made, 1 filled in, 0 left out, 0 with mistakes");
    const records = [...done.matchAll(/href="(\/team\/candidates\/[\da-f-]{36})"/g)].map(([, record]) => record!);
    expectWords(await team.read(records[0]!), "Pune", "Was: Welder; TIG");
    expectWords(await team.read(records.at(-1)!), "Goa", other);
  });

  it("is the export's own file as well: all are known, and nothing is new or changed", async () => {
    const city = `Town ${randomUUID().slice(0, 8)}`;
    const people: Record<string, string>[] = [
      { full_name: '=Asha, "the" Rao', email: freshEmail("asha"), phone: "919876543210", skills: "C++, CNC/VMC" },
      {
        full_name: "Ravi Kumar",
        phone: number(),
        expected_pay_amount: "50000",
        expected_pay_currency: "INR",
        expected_pay_unit: "month",
      },
      { full_name: "Only Name", headline: "@home" },
    ];
    for (const person of people) {
      const entries = { ...person, city, is_adult: "on", is_other: "yes" };
      expect((await team.post("/team/candidates/new", entries)).status).toBe(303);
    }
    const file = `/team/export/candidates.csv?city=${encodeURIComponent(city)}`;
    const before = await (await manager.ask(file)).text();
    const path = await staged(new TextEncoder().encode(before), manager);
    expectWords(await manager.read(path), "Known already <strong>3</strong>", "Left out: <bdi>Consent, Created");
    expect((await manager.post(path, { ...run, known: "fill" })).status).toBe(303);
    expectWords(await manager.read(path), "0 made, 0 filled in, 3 left out, 0 with mistakes");
    expect(await (await manager.ask(file)).text()).toBe(before);
  });

  it.each([
    ["a head alone", "Name,Email", "There is a head and no row below it."],
    ["too much", "Name\n".repeat(1_002), "Use 1,000 rows or fewer"],
  ])("is refused beside its field where it is %s", async (_, table, words) => {
    await expectPage(send(table), 400, words);
  });

  it("takes a workbook for none, a body of ten megabytes for too much, and stays its owner's", async () => {
    await expectPage(send(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])), 400, "This is a workbook.");
    // Only declared, and never sent: the rest of what is too long is not read.
    const headers = {
      Cookie: team.cookie,
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": 10_000_000,
    };
    const outgoing = httpRequest(site.url + PAGE, { method: "POST", headers });
    outgoing.on("error", () => {});
    outgoing.write("--x");
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    outgoing.destroy();
    expect(incoming.statusCode).toBe(413);
    const path = await staged(`Name,Phone\nHis Alone,${number()}`);
    expect((await manager.ask(path)).status).toBe(404);
    expect((await manager.post(path, run)).status).toBe(404);
    expect((await team.post(path, { intent: "discard" })).headers.get("location")).toBe(PAGE);
    expect((await team.ask(path)).status).toBe(404);
  });

  it("is shown a hundred rows at a time", async () => {
    const rows = Array.from(
      { length: 101 },
      (_, place) => `Person ${randomUUID().slice(0, 6)} ${place},${number()},TIG`,
    );
    const path = await staged(`Name,Phone,Skills\n${rows.join("\n")}`);
    const html = await team.read(path);
    expectWords(html, "101 rows. Nothing is imported yet.", ">Next</a>");
    expectWords(await team.read(`${path}?after=100`), "101.");
  });
});
