import { describe, expect, it } from "vitest";
import { times } from "../../support/services/counts.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpClient } from "../../support/people/people.ts";
import { LATER_YEAR, sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, textOf } from "../../support/http/page.ts";
import { type Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// Two of the team change one version at once: one wins, the other keeps what they entered and reads what has changed.
const { backend, service, signIn } = await openSharedSite();

/** So often each pair races: whose post comes first is nobody's to say. */
const ROUNDS = times(4, 2);

const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const ben = await signUpTeamMember(backend, "hr_manager", "Ben Baker");
const client = await signUpClient(backend, "Vega Castings");
const both = await Promise.all([ann, ben].map((person) => signIn(person)));

type Entries = Record<string, string>;

/** What a post was answered with, as it is read. */
type Answer = { status: number; html: string };

async function send(visitor: Visitor, path: string, entries: Entries): Promise<Answer> {
  const response = await visitor.post(path, entries);
  return { status: response.status, html: await textOf(response) };
}

/** The hidden entries of a page's forms that say what of it was seen. */
async function seenOn(path: string): Promise<Entries> {
  const html = await both[0]!.read(path);
  return { version: fieldOn(html, "version"), since: fieldOn(html, "since"), seen: fieldOn(html, "seen") };
}

/**
 * Posts what each wants, at the same moment, on the same version.
 *
 * @returns which of the two won, and what the other was answered
 */
async function race(path: string, wishes: [Entries, Entries]): Promise<{ winner: 0 | 1; late: Answer }> {
  const seen = await seenOn(path);
  const answers = await Promise.all(both.map((visitor, index) => send(visitor, path, { ...seen, ...wishes[index]! })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 302 || status === 303)).toHaveLength(1);
  expect(statuses).toContain(409);
  const winner = statuses[0] === 409 ? 1 : 0;
  return { winner, late: answers[winner === 0 ? 1 : 0]! };
}

describe("a requirement", () => {
  async function file(job_title: string): Promise<string> {
    const company = await signIn(client);
    await company.post("/submit-requirement", { ...requirementEntries, job_title });
    const { data } = await client.api.from("job_requirements").select("id").eq("job_title", job_title).single();
    return data!.id;
  }

  async function rowOf(id: string) {
    const { data } = await service
      .from("job_requirements")
      .select("status, recruiter_id, version")
      .eq("id", id)
      .single();
    return data!;
  }

  it("gets one status of two: the other is told which, keeps theirs with the reason, and can send it again", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await file(`Status wanted by two, ${round}`);
      const path = `/team/requirements/${id}`;
      const { version } = await rowOf(id);
      const reasons = ["All hired by Ann", "Stopped by Ben"];
      const { winner, late } = await race(path, [
        { intent: "status", status: "filled", reason: reasons[0]! },
        { intent: "status", status: "cancelled", reason: reasons[1]! },
      ]);
      const won = ["filled", "cancelled"][winner]!;
      expect(await rowOf(id)).toMatchObject({ status: won, version: version + 1 });
      expect(late.html).toContain("Someone changed it since you opened this page.");
      expect(late.html).toContain("What changed since you opened this page");
      expect(late.html).toMatch(new RegExp(`Status from new to ${won}[^<]*: ${reasons[winner]!}`));
      expect(late.html).toContain(`>${reasons[1 - winner]!}</textarea>`);
      const again = await send(both[1 - winner]!, path, {
        ...(await seenOn(path)),
        intent: "status",
        status: ["filled", "cancelled"][1 - winner]!,
        reason: reasons[1 - winner]!,
      });
      expect(again.status).toBe(303);
    }
  });

  it("gets one recruiter of two, and of a status and a recruiter the first", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await file(`Recruiter wanted by two, ${round}`);
      const path = `/team/requirements/${id}`;
      const people = [ann, ben];
      const named = await race(path, [
        { intent: "recruiter", recruiter: ann.userId },
        { intent: "recruiter", recruiter: ben.userId },
      ]);
      expect((await rowOf(id)).recruiter_id).toBe(people[named.winner]!.userId);
      expect(named.late.html).toContain(`${people[named.winner]!.name} is in charge`);
      expect(named.late.html).toContain(`<option value="${people[1 - named.winner]!.userId}" selected="">`);

      const before = await rowOf(id);
      const mixed = await race(path, [
        { intent: "status", status: "in_progress" },
        { intent: "recruiter", recruiter: "" },
      ]);
      const after = await rowOf(id);
      expect(after).toEqual(
        mixed.winner === 0
          ? { ...before, status: "in_progress", version: before.version + 1 }
          : { ...before, recruiter_id: null, version: before.version + 1 },
      );
      expect(mixed.late.html).toContain(
        mixed.winner === 0 ? "Status from new to in progress" : "No recruiter is in charge",
      );
    }
  });
});

describe("an item", () => {
  async function rowOf(id: string) {
    const { data } = await service.from("inbox_items").select("state, due_at, version").eq("id", id).single();
    return data!;
  }

  it("gets one state of two, and of a state and a due time the first; the other reads what happened", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await sendMessage(backend, `Wanted by two, ${round}`);
      const path = `/team/inbox/${id}`;
      const states = ["done", "spam"];
      const set = await race(path, [
        { intent: "state", state: "done" },
        { intent: "state", state: "spam" },
      ]);
      expect((await rowOf(id)).state).toBe(states[set.winner]);
      expect(set.late.html).toContain("A colleague changed this a moment ago");
      expect(set.late.html).toContain(`Set to ${states[set.winner]!}`);
      expect(set.late.html).toContain(`<option value="${states[1 - set.winner]!}" selected="">`);

      const before = await rowOf(id);
      const mixed = await race(path, [
        { intent: "state", state: "open" },
        { intent: "due", due: `${LATER_YEAR}-03-31T14:30` },
      ]);
      const after = await rowOf(id);
      expect(after.version).toBe(before.version + 1);
      expect(mixed.late.html).toContain(mixed.winner === 0 ? "Set to open" : `Due 31 Mar ${LATER_YEAR} 14:30`);
      expect(mixed.late.html).toContain(
        mixed.winner === 0 ? `value="${LATER_YEAR}-03-31T14:30"` : '<option value="open" selected="">',
      );
    }
  });
});
