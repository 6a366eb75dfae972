import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { heapUp } from "../../../support/api/heap.ts";
import { sendMessage, signUpTeamMember } from "../../../support/people/team.ts";
import { Visitor } from "../../../support/http/visitor.ts";
import { openDatabase } from "../../../support/services/own-backend.ts";
import type { CountedSite } from "./site.ts";

// Lists of more lines than the database gives at a time, as files.

const PART_SIZE = 500;
// With what others have left, all are three parts, and the requirements alone two.
const LINES = 512;
const FILED = 503;
const INBOX = "POST /rest/v1/rpc/export_inbox";

/** The values of one column of a file; none of them has a comma or a quote in it. */
function column(file: string, name: string): string[] {
  const [head = "", ...lines] = file.trimEnd().split("\r\n");
  const place = head
    .replace(/^\ufeff/, "")
    .split(",")
    .indexOf(`"${name}"`);
  expect(place).toBeGreaterThan(-1);
  const isLast = head.split(",").length - 1 - place;
  return lines.map((line) =>
    line
      .split('","')
      .at(-1 - isLast)!
      .replaceAll('"', ""),
  );
}

const MINUTE = 60_000;
/** What a list has that is searched for nothing. */
const TO_DO = "state in ('new', 'open', 'waiting')";

/** @param running where lists are read whole, whatever is there */
export function describeExport(running: CountedSite): void {
  const owner = openDatabase(running.backend);
  let visitor: Visitor;
  /** What the site has asked of the backend since the test began. */
  let calls: string[];

  beforeAll(async () => {
    const { backend, site } = running;
    const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
    await heapUp(owner, { count: LINES, people: [admin.userId, admin.userId], perOpen: 1, mark: "heap" });
    await owner.query(
      `insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description)
         select (select id from public.clients where search @@ 'heap' limit 1), 'Lathe ' || n, 'contract', 'Pune', array['x'], 'x'
           from generate_series(1, $1::integer) as n`,
      [FILED],
    );
    await owner.exec("update public.crm_events set sent_at = now(), next_attempt_at = null where sent_at is null");
    // Many lines have each time that a list is sorted by; when something was last done tells one from another.
    await owner.exec(`
      update public.inbox_items as item
        set created_at = date_trunc('day', created_at), due_at = date_trunc('day', due_at),
            last_activity_at = now() - interval '1 minute' * numbered.place
        from (select id, row_number() over (order by id) as place from public.inbox_items) as numbered
        where item.id = numbered.id`);
    visitor = await Visitor.signedInAs(site.url, admin);
  });
  beforeEach(() => {
    calls = [];
    running.proxy.gate = (line) => {
      calls.push(line.split("?")[0]!);
      return undefined;
    };
  });

  /** Lets every part but the first wait. @returns when the second is asked for, and what lets it go on */
  function holdSecond() {
    const asked = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    running.proxy.gate = (line) => {
      calls.push(line.split("?")[0]!);
      if (calls.at(-1) !== INBOX || parts() < 2) return undefined;
      asked.resolve();
      return open.promise;
    };
    return { asked: asked.promise, open: open.resolve };
  }

  /** How many parts of the inbox were asked for. */
  function parts(): number {
    return calls.filter((call) => call === INBOX).length;
  }

  /** When something was last done about each line of the inbox that a condition is true of, by the minute, sorted. */
  async function activities(condition: string): Promise<number[]> {
    const { rows } = await owner.query<{ last_activity_at: string }>(
      `select last_activity_at from public.inbox_items where ${condition}`,
    );
    return rows.map(({ last_activity_at }) => Math.floor(Date.parse(last_activity_at) / MINUTE)).sort((a, b) => a - b);
  }

  /** How many parts of the inbox's file stand in the log. */
  const logged = async () =>
    (await owner.query("select from public.activity_log where action = 'exported' and subject_kind = 'inbox'")).rows
      .length;

  function activitiesIn(file: string): number[] {
    return column(file, "Last activity (Asia/Kolkata)")
      .map((time) => Date.parse(`${time}+05:30`) / MINUTE)
      .sort((a, b) => a - b);
  }

  describe("a file of several parts", () => {
    it.each([
      ["in groups", "", TO_DO, 3],
      // A word of the line, or of the company that a requirement is of.
      [
        "searched",
        "?words=heap",
        `search @@ 'heap' or requirement_id in (select filed.id from public.job_requirements as filed
            join public.clients as company on company.id = filed.client_id where company.search @@ 'heap')`,
        3,
      ],
      ["sorted the other way round", "?sort=due&order=desc&kind=requirement", `${TO_DO} and kind = 'requirement'`, 2],
    ])("has each line of the inbox once, and is in the log, %s", async (_, query, condition, several) => {
      const before = await logged();
      const file = await visitor.read(`/team/export/inbox.csv${query}`);
      const wanted = await activities(condition);
      // Part by part, so that its length stands there.
      expect(await logged()).toBe(before + parts());
      expect(activitiesIn(file)).toEqual(wanted);
      expect([parts(), Math.ceil(wanted.length / PART_SIZE)]).toEqual([several, several]);
    });

    it("has each requirement once, though they came at one moment", async () => {
      const file = await visitor.read("/team/export/requirements.csv?status=new");
      const titles = column(file, "Created (Asia/Kolkata)").length;
      const { rows } = await owner.query("select from public.job_requirements where status = 'new'");
      expect(titles).toBe(rows.length);
      const turners = [...file.matchAll(/^"(Lathe \d+)"/gm)].map(([, title]) => title);
      expect(turners).toHaveLength(FILED);
      expect(new Set(turners).size).toBe(FILED);
    });

    it("has each line once that was there, whatever comes meanwhile", async () => {
      const { asked, open } = holdSecond();
      const there = await activities(TO_DO);
      const response = await visitor.ask("/team/export/inbox.csv?sort=came");
      await asked;
      // One before what has left already, and one behind all.
      await sendMessage(running.backend, "Came meanwhile", { created_at: "2020-01-01T00:00:00Z" });
      await sendMessage(running.backend, "Came meanwhile");
      open();
      const file = await response.text();
      expect(activitiesIn(file)).toEqual(expect.arrayContaining(there));
      expect(activitiesIn(file)).toHaveLength(there.length + 1);
    });
  });

  describe("breaks off", () => {
    it("when whoever asked has gone: nothing more is asked for, and the server goes on", async () => {
      const { asked, open } = holdSecond();
      const leaving = new AbortController();
      const response = await visitor.ask("/team/export/inbox.csv", { signal: leaving.signal });
      await asked;
      leaving.abort();
      await expect(response.text()).rejects.toThrow();
      expect((await visitor.ask("/team")).status).toBe(200);
      open();
      expect((await visitor.ask("/team")).status).toBe(200);
      expect(parts()).toBe(2);
      expect(running.site.hasEnded).toBe(false);
    });

    it.each([
      ["the right", "update public.user_roles set role = 'recruiter' where user_id = $1", "forbidden"],
      ["the role", "delete from public.user_roles where user_id = $1", "forbidden"],
      ["the session", "delete from auth.sessions where user_id = $1", "session_ended"],
    ])("when who asked loses %s meanwhile, and says so in the log", async (_, statement, reason) => {
      const leaver = await signUpTeamMember(running.backend, "hr_manager", "Gus Goer");
      const as = await Visitor.signedInAs(running.site.url, leaver);
      const { asked, open } = holdSecond();
      const response = await as.ask("/team/export/inbox.csv");
      expect(response.status).toBe(200);
      await asked;
      await owner.query(statement, [leaver.userId]);
      open();
      await expect(response.text()).rejects.toThrow();
      expect(parts()).toBe(2);
      expect((await visitor.ask("/team")).status).toBe(200);
      const reasons = running.site.log.map((entry) => JSON.parse(entry) as { msg: string; reason: string });
      expect(reasons.at(-1)).toMatchObject({ msg: "list broke off", reason });
    });
  });
}
