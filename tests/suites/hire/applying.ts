import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { applyingActs } from "../../support/people/applying.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** Applying: one form, one press in the mail, one entry (docs/decisions/hire.md). */
export function describeApplying(world: () => World): void {
  const { value, tracesOf } = asking(world);
  const { save, add } = candidateActs(world);
  const acts = applyingActs(world);
  const { advertise, applicant, send, linkOf, read, readLink, press, apply, mailsTo } = acts;
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Heron Shipyards"));
  const entriesOf = (requirement: string) =>
    world()
      .query(`select entry.id, entry.state, entry.said, entry.applied_at, entry.candidate_id, person.email, person.phone
      from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
      where entry.requirement_id = '${requirement}' order by entry.applied_at`);

  it("is nowhere but in its own table and its mail until the mailbox answers, and then an entry that has applied", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const entries = applicant({ full_name: "Zubaida Quraishi" });
    const { token } = await send(slug, entries, { keep: true });
    expect(new Set(await tracesOf([entries.email]))).toEqual(new Set(["private.applications", "public.mail_outbox"]));
    expect(await tracesOf(["Zubaida"])).toEqual(["private.applications"]);
    expect(await read(token)).toMatchObject({ title: "Welder", company: null, email: entries.email, is_held: false });

    const [mail, ...more] = await mailsTo(entries.email);
    expect(more).toEqual([]);
    const link = await linkOf(entries.email);
    expect(link).not.toBe(token);
    expect(mail).toMatchObject({ is_due: true, content: { title: "Welder", place: "Pune", token: link } });
    expect(JSON.stringify(mail)).not.toMatch(/Zubaida|Pipes|welded/);
    expect(await readLink(token)).toBeNull();
    expect(await read(link)).toBeNull();

    expect(await readLink(link)).toMatchObject({ state: "open", full_name: "Zubaida Quraishi", others: [] });
    expect(await entriesOf(requirement)).toEqual([]);
    expect(await press(link)).toBeNull();
    expect(await press(link)).toBeNull();
    const [entry, ...others] = await entriesOf(requirement);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ state: "applied", said: entries.said, email: entries.email });
    const consents = await world()
      .query(`select purpose, given_at is not null as is_given, card_digest from public.candidate_consents
      where candidate_id = '${String(entry!["candidate_id"])}' order by purpose`);
    expect(consents).toEqual([
      { purpose: "apply", is_given: true, card_digest: null },
      { purpose: "keep", is_given: true, card_digest: null },
    ]);
    expect(await readLink(link)).toMatchObject({ state: "confirmed", answer_by: expect.any(String) as unknown });
    // Whoever sent the form learns nothing of the press.
    expect(await read(token)).toMatchObject({ email: entries.email });
    expect((await mailsTo(entries.email)).map(({ content }) => content)).toEqual([null]);
  });
}
