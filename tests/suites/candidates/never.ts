import { domainToASCII } from "node:url";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** Companies that must not learn of a candidate, however they are written (docs/decisions/candidates.md). */
export function describeNever(world: () => World): void {
  const { value, save, file, entryOf, add, askAt, open, page, showOne, seenBy } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Heron Builders Pvt Ltd"));
  const other = prepare(() => addCompany(world(), "Otter Works"));

  it.each([
    ["their employer's name, however written", { employer: "heron builders" }, undefined],
    ["a name that they gave", {}, "HERON BUILDERS LTD."],
  ])("by %s", async (_, more, named) => {
    const requirement = await file(company.clientId);
    const person = await save(recruiter, more);
    if (named) await call(recruiter.api, "add_never", { candidate: person.id, named });
    const entry = await add(recruiter, requirement, person.id);
    expect(await askAt(recruiter, entry)).toEqual([422, "never_company"]);
  });

  it("by the domain of its people's mails, and by the company itself", async () => {
    const requirement = await file(other.clientId);
    const domain = other.owner.email.split("@")[1]!;
    for (const never of [{ named: `@${domain}` }, { client: other.clientId }]) {
      const person = await save(recruiter);
      await call(recruiter.api, "add_never", { candidate: person.id, ...never });
      const entry = await add(recruiter, requirement, person.id);
      expect(await askAt(recruiter, entry)).toEqual([422, "never_company"]);
    }
  });

  it("by each domain once, however many were invited of it, and by the one above it", async () => {
    const many = await addCompany(world(), "Many Invited");
    await world().query(`insert into public.invitations (kind, email, access, client_id, expires_at)
        select 'client', n || '@hr.many' || n % 2 || '.example', 'member', '${many.clientId}', now() - interval '1 day'
          from generate_series(1, 200) as n`);
    const domains = await value(`select private.domains_of('${many.clientId}')`);
    expect(domains).toHaveLength(2 + new Set([many.owner.email.split("@")[1]]).size);
    const requirement = await file(many.clientId);
    for (const named of ["many1.example", "hr.many0.example"]) {
      const person = await save(recruiter);
      await call(recruiter.api, "add_never", { candidate: person.id, named });
      const entry = await add(recruiter, requirement, person.id);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ is_never: true });
    }
  });

  it("said after they were shown, ends it at once", async () => {
    const requirement = await file(company.clientId);
    const { session } = await showOne(recruiter, requirement);
    await call(world().anon, "add_own_never", { session_token: session, named: "Heron Builders" });
    expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    const [own] = (await page(session)).never;
    expect(await call(recruiter.api, "remove_never", { never: own!.id })).toEqual([422, "never_is_theirs"]);
    await call(world().anon, "remove_own_never", { session_token: session, never: own!.id });
    expect((await page(session)).never).toEqual([]);
  });

  /** A company, one of whose people has this address. */
  async function companyOf(name: string, address: string) {
    const made = await addCompany(world(), name);
    await world().query(`insert into public.invitations (kind, email, access, client_id, expires_at)
        values ('client', lower('${address}'), 'member', '${made.clientId}', now() - interval '1 day')`);
    return made;
  }

  /** One requirement of each company. */
  const requirements = new Map<string, string>();
  /** What asks about a candidate for a company's requirement gives. */
  async function askFor(clientId: string, more: Record<string, unknown>, named?: string) {
    const requirement = requirements.get(clientId) ?? (await file(clientId));
    requirements.set(clientId, requirement);
    const person = await save(recruiter, more);
    if (named) await call(recruiter.api, "add_never", { candidate: person.id, named });
    const entry = await add(recruiter, requirement, person.id);
    return { requirement, entry, asked: await askAt(recruiter, entry) };
  }

  describe.each([
    [
      "hr@acme-spelling.example",
      [
        "acme-spelling.example",
        "ACME-Spelling.Example",
        "acme-spelling.example.",
        "www.acme-spelling.example",
        "https://acme-spelling.example/jobs?from=mail",
        "http://www.acme-spelling.example:8080",
        "@acme-spelling.example",
        "hr@acme-spelling.example",
        "mailto:hr@acme-spelling.example",
        "ａｃｍｅ-spelling。example",
        "acme\u00AD-spelling.example",
        "careers.acme-spelling.example",
      ],
    ],
    ["hr@mail.bravo.example", ["mail.bravo.example", "bravo.example", "jobs.mail.bravo.example"]],
    ["hr@live.charlie.example", ["live.charlie.example", "charlie.example"]],
    ["hr@me.web.delta.example", ["me.web.delta.example", "delta.example"]],
    ["hr@xn--bcher-kva.example", ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example"]],
    [
      `hr@${domainToASCII("भारत-कंपनी.example")}`,
      [`${domainToASCII("भारत-कंपनी.example")}`, "भारत-कंपनी.example", "www.भारत-कंपनी.example/काम"],
    ],
  ])("the domain of %s", (address, spellings) => {
    const theirs = prepare(() => companyOf(`Spelled ${address}`, address));

    it.each(spellings)("is known when written as %s", async (named) => {
      expect((await askFor(theirs.clientId, {}, named)).asked).toEqual([422, "never_company"]);
    });

    it("is known from the candidate's own address", async () => {
      const email = `me${Date.now()}@${domainToASCII(spellings[0]!.replace(/\.$/, ""))}`;
      expect((await askFor(theirs.clientId, { email })).asked).toEqual([422, "never_company"]);
    });
  });

  it.each([
    ...[
      "gmail.com",
      "googlemail.com",
      "yahoo.com",
      "yahoo.co.in",
      "yahoo.com.au",
      "hotmail.co.uk",
      "live.com",
      "live.in",
    ],
    ...[
      "outlook.com",
      "me.com",
      "icloud.com",
      "web.de",
      "gmx.net",
      "proton.me",
      "mail.ru",
      "rediffmail.com",
      "aol.com",
    ],
  ])("%s is no company's", async (domain) => {
    expect(await value(`select private.company_domain('somebody@${domain.toUpperCase()}.')`)).toBeNull();
    expect(await value(`select private.company_domain('somebody@${domain}.hr.example')`)).toBe(`${domain}.hr.example`);
  });

  it.each(["bücher", "münchen-ost", "भारत", "株式会社例", "пример", "faß", "ελλάς", "a€b", "😀team", "ü", "été2030"])(
    "%s has the label that browsers give it",
    async (label) => {
      const ascii = domainToASCII(`${label}.example`);
      expect(await value(`select private.company_domain('${label}.example')`)).toBe(ascii);
    },
  );

  it("what has no domain is compared as a name alone, and the pages say so", async () => {
    const names = ["Acme", "Müller & Söhne", "St. Mary's", "M/s.Sharma", "a@b", "...", "gmail.com"];
    const person = await save(recruiter);
    const session_token = await open(person.id);
    for (const named of names) await call(world().anon, "add_own_never", { session_token, named });
    type Never = { named: string; domain: unknown; is_known: unknown }[];
    const own = (await page(session_token)).never as unknown as Never;
    expect(own.map(({ named, domain }) => [named, domain]).sort()).toEqual(names.map((named) => [named, null]).sort());
    const read = await call<{ never: Never }>(recruiter.api, "read_candidate", { candidate: person.id });
    expect(read.never.map(({ named, domain, is_known }) => [named, domain, is_known]).sort()).toEqual(
      names.map((named) => [named, null, false]).sort(),
    );
  });

  it("what the team takes off a list is in the log", async () => {
    const person = await save(recruiter);
    const never = await call<string>(recruiter.api, "add_never", { candidate: person.id, named: "Golf Ltd" });
    await call(recruiter.api, "remove_never", { never });
    await call(recruiter.api, "remove_never", { never });
    const log = await world().query(`select actor, action from public.activity_log where subject = '${person.id}'`);
    expect(log).toEqual([{ actor: recruiter.userId, action: "never_removed" }]);
  });

  it("a name that a company has is told to the team as known, and to nobody else", async () => {
    const person = await save(recruiter);
    const session_token = await open(person.id);
    await call(world().anon, "add_own_never", { session_token, named: "heron builders" });
    const read = await call<{ never: unknown[] }>(recruiter.api, "read_candidate", { candidate: person.id });
    expect(read.never).toMatchObject([{ is_known: true }]);
    const [own] = (await page(session_token)).never;
    expect(Object.keys(own!).sort()).toEqual(["domain", "id", "is_employer", "is_own", "named"]);
  });

  it.each([
    ["Foxtrot", "Foxtrot India", ["Foxtrot"]],
    ["Foxtrot Logistics", "Foxtrot Pvt Ltd", ["Foxtrot Logistics"]],
    ["foxtrot.example", "Foxtrot Industries", ["foxtrot.example"]],
    ["Golf", "Foxtrot India", []],
    ["Foxtrot India", "Foxtrot India", ["Foxtrot India"]],
    ["Dr. Foxtrott's Laboratories", "Dr Foxtrotts Labs", ["Dr. Foxtrott's Laboratories"]],
    ["Foxtrott Laboratories", "Foxtrott’s Lab", ["Foxtrott Laboratories"]],
  ])("%s is near %s: %j", async (named, name, near) => {
    const theirs = await addCompany(world(), name);
    const { requirement, entry } = await askFor(theirs.clientId, {}, named);
    expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ near_names: near });
  });

  it("what is near is not told of who is shown already", async () => {
    const requirement = await file((await addCompany(world(), "Hotel Partners")).clientId);
    const { entry } = await showOne(recruiter, requirement, { employer: "Hotel" });
    expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ near_names: [] });
  });
}
