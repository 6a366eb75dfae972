import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** A yes belongs to the mailbox that gave it (docs/decisions/candidates.md). */
export function describeCandidateAddress(world: () => World): void {
  const { value, save, file, entryOf, ask, open, page, agree, show, showOne, seenBy } = candidateActs(world);
  const { answer, setMark } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Curlew Builders Pvt Ltd"));

  /** Puts another address into a record, as the team does. */
  async function move(candidate: string, email: string | null): Promise<unknown> {
    const seen = await value(`select version from public.candidates where id = '${candidate}'`);
    return call(recruiter.api, "save_candidate", { candidate, seen, entries: { email } });
  }

  const freshAddress = () => `${randomUUID()}@moved.example`;
  const deliverAll = (address: string) =>
    world().query(
      `update public.mail_outbox set sent_at = now(), next_attempt_at = null where address = '${address}' and sent_at is null`,
    );
  const told = async (address: string) =>
    (
      await world().query(
        `select private.mail_content(id) as content from public.mail_outbox
           where address = '${address}' and template = 'candidate_moved' order by created_at`,
      )
    ).map(({ content }) => content);
  const logged = (candidate: string) =>
    world().query(`select actor, action from public.activity_log where subject = '${candidate}'`);

  it("a yes from a mailbox of the team's own is none of the candidate's", async () => {
    const requirement = await file(company.clientId);
    const person = await save(recruiter, { email: `${randomUUID()}@throwaway.example` });
    const entry = await ask(recruiter, requirement, person.id);
    await agree(await open(person.id), entry);
    await move(person.id, freshAddress());
    expect(await entryOf(recruiter, requirement, entry)).toMatchObject({
      state: "draft",
      has_yes: false,
      is_moved: true,
    });
    expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
    expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    expect(await logged(person.id)).toEqual([{ actor: recruiter.userId, action: "address_changed" }]);
  });

  describe.each(["asked", "agreed", "shown", "interview", "offered", "declined", "joined"])("of who is %s", (state) => {
    /** Somebody who has got so far, and agreed to be kept. */
    async function reach() {
      const requirement = await file(company.clientId);
      const isShown = state !== "asked" && state !== "agreed";
      const shown = isShown ? await showOne(recruiter, requirement) : undefined;
      const person = shown ?? (await save(recruiter));
      const entry = shown?.entry ?? (await ask(recruiter, requirement, person.id));
      const session_token = await open(person.id);
      await call(world().anon, "agree_to_be_kept", { session_token });
      if (state === "agreed") await agree(session_token, entry);
      if (state === "interview") await answer(company.owner, requirement, entry, { verdict: "interview" });
      if (["offered", "declined", "joined"].includes(state)) await setMark(recruiter, entry, state);
      await deliverAll(person.email);
      return { requirement, entry, person, session_token };
    }

    it.each(["another address", "none"])("%s ends the yes", async (kind) => {
      const { requirement, entry, person, session_token } = await reach();
      await move(person.id, kind === "none" ? null : freshAddress());
      const left = state === "joined" ? "joined" : ["asked", "agreed"].includes(state) ? "draft" : "closed";
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({
        state: left,
        has_yes: false,
        is_moved: true,
      });
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      const read = await call<{ is_kept: boolean }>(recruiter.api, "read_candidate", { candidate: person.id });
      expect(read.is_kept).toBe(false);
      expect(await page(session_token)).toEqual([401, "candidate_session_ended"]);
      // Whatever the team does next, the address of before revives nothing, and is told of it once.
      await move(person.id, person.email);
      await move(person.id, freshAddress());
      await move(person.id, person.email);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: left, has_yes: false });
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      expect(await told(person.email)).toEqual([{ template: "candidate_moved", to: person.email, first_name: "Asha" }]);
    });
  });

  it("is asked of the database by every reader, however the address came to be another one", async () => {
    const requirement = await file(company.clientId);
    const { id, entry } = await showOne(recruiter, requirement);
    await world().query(`update public.candidates set email = '${freshAddress()}' where id = '${id}'`);
    expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ has_yes: false });
  });

  it("a slip of the pen that nobody was mailed at is told to nobody", async () => {
    const requirement = await file(company.clientId);
    const [silent, asked] = [await save(recruiter), await save(recruiter)];
    // Its mail waits yet, and is gone with the address.
    await ask(recruiter, requirement, asked.id);
    for (const { id, email } of [silent, asked]) {
      await move(id, freshAddress());
      expect(await value(`select count(*)::integer from public.mail_outbox where address = '${email}'`)).toBe(0);
    }
  });
}
