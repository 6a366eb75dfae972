import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { requirementOf } from "../../support/api/matrix.ts";
import { advertise, type AdvertRow } from "../../support/people/adverts.ts";
import { addCompany } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

type Listed = { slug: string; title: string };
type Found = {
  open: number;
  found: number;
  page: number;
  jobs: Listed[];
  newest: Listed[];
  of_any_kind: number;
  instead?: string;
  meant?: string;
  region?: string | null;
  kinds: Record<string, number>;
  places: { place: string; jobs: number }[];
  remote: number;
};
type Job = { state: string; like: Listed[]; job?: Record<string, unknown> } | null;

/** What anybody reads of adverts without an account. */
export function describePublicJobs(world: () => World): void {
  const { add } = asking(world);
  const company = prepare(() => addCompany(world(), "Plain Works"));

  const addJob = async (more: Partial<AdvertRow>) =>
    advertise(
      {
        query: async (statement, values = []) => {
          // A world's statements have no values of their own.
          const text = `'${String(values[0]).replaceAll("'", "''")}'`;
          return { rows: (await world().query(statement.replace("$1", text))) as never[], affectedRows: 0 };
        },
      },
      await add("job_requirements", requirementOf(company.clientId)),
      more,
    );
  const find = (values: Record<string, unknown>) => call<Found>(world().anon, "public_jobs", values);
  const slugs = (jobs: Listed[]) => jobs.map(({ slug }) => slug);
  /** A word of letters that nobody else here has: each digit is a letter of its own, or two of them would be one now and then. */
  const mark = () =>
    `q${randomUUID()
      .slice(0, 8)
      .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}z`;

  describe("the list of jobs", () => {
    it("puts what is called so before what only tells of it, and the newest first among equals", async () => {
      const word = mark();
      const old = await addJob({ title: `Old ${word}`, opened_at: "2026-01-01T10:00:00Z" });
      const young = await addJob({ title: `Young ${word}` });
      const telling = await addJob({ body: `You sit beside a ${word}.` });
      expect(slugs((await find({ words: word })).jobs)).toEqual([young, old, telling]);
    });

    it("reads of very many words no more than anybody types", async () => {
      const word = mark();
      await addJob({ title: word });
      // What shows nothing takes room as well.
      const found = async (before: number) => (await find({ words: "\u0301".repeat(before) + word })).found;
      expect([await found(300), await found(400)]).toEqual([1, 0]);
      const behind = async (others: number) =>
        (await find({ words: [...Array.from({ length: others }, () => "welder"), word].join(" ") })).found;
      await addJob({ title: `${word} Welder` });
      expect([await behind(7), (await behind(8)) > 1]).toEqual([1, true]);
    });

    it("counts each kind of work among all that the words find, whichever kind is shown", async () => {
      const word = mark();
      for (const work of ["contract", "contract", "permanent"] as const) await addJob({ title: word, work });
      const { kinds, found, jobs } = await find({ words: word, work: "contract" });
      expect([kinds, found, jobs.length]).toEqual([{ contract: 2, permanent: 1, full_time: 1 }, 2, 2]);
      // What is permanent is for the full time.
      expect([
        (await find({ words: word, work: "full_time" })).found,
        (await find({ words: word })).of_any_kind,
      ]).toEqual([1, 3]);
      // Or as one of the words.
      const typed = async (kind: string) => (await find({ words: `${word} ${kind}` })).found;
      expect([await typed("full time"), await typed("permanent"), await typed("contract")]).toEqual([1, 1, 2]);
    });

    it("counts where else what is looked for is, by its words and its kind of work, whichever place is shown", async () => {
      const word = mark();
      for (const place of ["Pune", "Pune", "Kochi"]) await addJob({ title: word, place, work: "contract" });
      await addJob({ title: word, place: "Surat", work: "temporary", is_remote: true });
      const { found, places, remote } = await find({ words: word, place: "Kochi", work: "contract" });
      expect([found, places, remote]).toEqual([
        1,
        [
          { place: "Pune", jobs: 2 },
          { place: "Kochi", jobs: 1 },
        ],
        0,
      ]);
      expect((await find({ words: word })).remote).toBe(1);
    });

    it("says of each place as many as a search there finds, of places that find the same once, and of home", async () => {
      const word = mark();
      for (const place of ["Noida", "Sector 62, Noida", "New Delhi", "Mysore", "Mysuru"])
        await addJob({ title: word, place });
      await addJob({ title: word, place: "Remote" });
      await addJob({ title: word, place: "Noida", is_remote: true });
      const { places, remote } = await find({ words: word });
      for (const { place, jobs } of [...places, { place: "home", jobs: remote }]) {
        expect([place, jobs]).toEqual([place, (await find({ words: word, place })).found]);
      }
      expect(places).toContainEqual({ place: "Noida", jobs: 3 });
    });

    it("finds a place by the names that people have for it", async () => {
      const word = mark();
      const jobs: Record<string, string> = {};
      for (const [place, country] of [
        ["Bengaluru", "India"],
        ["Gurgaon", "India"],
        ["Hyderabad", "India"],
        ["Bhubaneswar", "India"],
        ["Dubai", "UAE"],
        ["Doha", "Qatar"],
        ["Lyon", "France"],
      ] as const) {
        jobs[place] = await addJob({ title: word, place, country });
      }
      for (const [place, names, region] of [
        ["blr", ["Bengaluru"], "Bengaluru"],
        ["ggn", ["Gurgaon"], "Gurugram"],
        ["hyd", ["Hyderabad"], "Hyderabad"],
        ["bbsr", ["Bhubaneswar"], "Bhubaneswar"],
        ["Dubai UAE", ["Dubai"], "Dubai"],
        ["Middle East", ["Doha", "Dubai"], null],
        ["Gulf", ["Doha", "Dubai"], null],
        ["Gulf countries", ["Doha", "Dubai"], null],
      ] as const) {
        const found = await find({ words: word, place });
        expect([place, slugs(found.jobs)]).toEqual([place, names.map((name) => jobs[name])]);
        expect(found).toMatchObject({ region });
      }
    });

    it("puts what is called by a whole word before what only begins so", async () => {
      const [car, driver] = [mark(), mark()];
      const drives = await addJob({ title: `Senior ${driver}`, opened_at: "2026-01-01T10:00:00Z" });
      const carpenter = await addJob({ title: `Senior ${car}penter` });
      expect(slugs((await find({ words: `senior ${car} ${driver}` })).jobs)).toEqual([drives, carpenter]);
      const cleans = await addJob({ title: `${car} Cleaner`, opened_at: "2026-01-01T10:00:00Z" });
      expect(slugs((await find({ words: car })).jobs)).toEqual([cleans, carpenter]);
    });

    it("has each job on one page and no other, and the last page is not behind the end", async () => {
      const word = mark();
      const made = [];
      for (let at = 0; at < 27; at += 1) made.push(await addJob({ title: word }));
      const pages = [await find({ words: word, page: 1 }), await find({ words: word, page: 2 })];
      expect(pages.map(({ jobs }) => jobs.length)).toEqual([25, 2]);
      expect(pages.flatMap(({ jobs }) => slugs(jobs)).toSorted()).toEqual(made.toSorted());
      expect((await find({ words: word, page: 3 })).jobs).toEqual([]);
    });

    it("finds a job as people write it", async () => {
      const mine = mark();
      const paid = (min_pay: number, max_pay: number, pay_unit: "month" | "year") => ({
        min_pay,
        max_pay,
        pay_unit,
        tells_pay: true,
      });
      const welder = await addJob({ title: `${mine} Welder`, place: "Pune" });
      const supervisor = await addJob({ title: `${mine} Supervisor`, place: "Noida" });
      const accounts = await addJob({
        title: `${mine} Accounts Executive`,
        place: "Chennai",
        ...paid(24_000, 32_000, "month"),
      });
      const engineer = await addJob({
        title: `${mine} Zymurgist`,
        place: "Bhiwandi",
        skills: ["Zymurgy"],
        ...paid(9e5, 16e5, "year"),
      });
      const planner = await addJob({ title: `${mine} Planner`, place: "Eindhoven", country: "Netherlands" });
      const audit = await addJob({ title: mark(), place: "Zwolle", country: "Netherlands" });
      const quality = await addJob({ title: `${mine} Quality Control Inspector`, place: "Lyon", country: "France" });
      // Where there are others' jobs, as the demo's on the embedded backend, some may be like them.
      const own = [welder, supervisor, accounts, engineer, planner, audit, quality];
      type Search = [words: string, place: string | undefined, wanted: string[], told?: Partial<Found>];
      const searches: Search[] = [
        [`${mine} supervisors`, undefined, [supervisor]],
        [`job in Pune ${mine}`, undefined, [welder]],
        [`jobs for welder ${mine}`, undefined, [welder]],
        [`${mine} welding vacancy`, undefined, [welder]],
        [`${mine} accountant`, undefined, [accounts]],
        [`${mine} job in Delhi`, undefined, [supervisor]],
        [mine, "Delhi", [supervisor]],
        [mine, "chennai, india", [accounts]],
        [mine, "India", [engineer, accounts, supervisor, welder]],
        [mine, "Pune, Chennai", [accounts, welder]],
        ["zymurgst", undefined, [engineer], { found: 1, meant: "zymurgist" }],
        [mine, "bhivandi", [engineer]],
        [`${mine} -welder pune`, undefined, []],
        // A state and a region have the places in them, by whichever name.
        [mine, "Maharashtra", [engineer, welder]],
        [`${mine} tamil nadu`, undefined, [accounts]],
        // As it is called for short, and as it is often spelled.
        [mine, "UP", [supervisor], { region: "Uttar Pradesh" }],
        [mine, "Maharastra", [engineer, welder], { meant: `${mine}, maharashtra` }],
        [mine, "Holland", [planner]],
        [mine, "the Netherlands", [planner]],
        // With its state, a sector or a number as people write them, without a comma: the heading says what was looked in.
        [mine, "Pune Maharashtra", [welder]],
        [mine, "Noida UP", [supervisor]],
        [mine, "Noida NCR", [supervisor]],
        [mine, "near Noida sector 62 201301", [supervisor], { region: "Noida" }],
        [mine, "Eindhoven Netherlands", [planner]],
        [mine, "Pan India", [engineer, accounts, supervisor, welder]],
        // Where there is none, what is near; of several words some.
        [mine, "Haryana", [supervisor], { instead: "near", region: null }],
        [`${mine} QC`, undefined, [quality]],
        // Most of several words, those of a craft before what many trades have.
        [
          `${mine} nightshift`,
          undefined,
          [quality, planner, engineer, accounts, supervisor, welder],
          { instead: "some" },
        ],
        [`${mine} fridge supervisor`, undefined, [supervisor]],
        [`${mine} QC night shift`, undefined, [quality]],
        [`${mine} zymurgist planner supervisor`, undefined, [planner, engineer]],
        // A place among the words: by its short name, misspelled, and near by.
        [`${mine} UP`, undefined, [supervisor]],
        // Else what there is in the place.
        [`driver ${mark()}`, "Zwolle", [audit]],
        [`${mark()} Zwolle`, undefined, [audit]],
        [`${mine} puna`, "Pune", [welder]],
        [`${mine} welder in Bombay`, undefined, [welder]],
        [`${mine} Mumbai`, undefined, [engineer]],
        [`${mine} Mumbay`, undefined, [engineer], { instead: "near", meant: `${mine} mumbai` }],
        [mine, "Mumbay", [engineer]],
        [mine, "Chenai", [accounts]],
        [`${mine} zymrugist`, undefined, [engineer]],
        [`${mine} zygistmur`, undefined, [quality, planner, engineer, accounts, supervisor, welder]],
        // What it pays, where it tells that.
        [`${mine} 12 LPA`, undefined, [engineer]],
        [`${mine} 8-12 lakh`, undefined, [engineer]],
        [`${mine} salary 1,00,000 a month`, undefined, [engineer]],
        [`${mine} ₹30k pm`, undefined, [engineer, accounts]],
        [`${mine} 40 LPA`, undefined, []],
        ...[
          "15000-20000",
          "15k - 20k",
          "15000/-",
          "15000 salary",
          "pay 15000",
          "Rs. 15,000/- per month",
          "15000 rs",
        ].map((pay): Search => [`${mine} ${pay}`, undefined, [engineer, accounts]]),
        ["35000-40000", undefined, [engineer]],
        ["35000/-", undefined, [engineer]],
      ];
      for (const [words, place, wanted, told = {}] of searches) {
        const found = await find({ words, ...(place === undefined ? {} : { place }) });
        expect([words, place, slugs(found.jobs).filter((slug) => own.includes(slug))]).toEqual([words, place, wanted]);
        expect(found).toMatchObject(told);
      }
      // Told where it has no job either.
      const unknown = mark();
      expect(await find({ words: unknown, place: "Dibrugar" })).toMatchObject({
        found: 0,
        meant: `${unknown}, dibrugarh`,
      });
      // A standard is no pay.
      expect((await find({ words: `${mine} ISO 27001` })).instead).toBe("some");
      // Who says Delhi means the towns around it, which the list's heading says.
      expect(await find({ words: mine, place: "Delhi, India" })).toMatchObject({ found: 1, region: "Delhi NCR" });
      expect(await find({ words: mine, place: "Delhi, Pune" })).toMatchObject({ found: 2, region: null });
      expect((await find({ words: "jobs" })).found).toBeGreaterThan(3);
    });

    it("finds a job by what else people call it, its hours and its place", async () => {
      const mine = mark();
      const named = (title: string, more: Partial<AdvertRow> = {}) =>
        addJob({ title: `${mine} ${title}`, work: "contract", ...more });
      const staff = await named("HR Executive");
      const people = await named("Human Resources Manager");
      const accountant = await named("Accountant");
      const clerk = await named("Accounting Clerk");
      const counter = await named("Recounter", { is_remote: true });
      const typist = await named("Typist", { body: "You work from home." });
      const driver = await named("Driver", { work: "full_time" });
      const guard = await named("Guard", { body: "Fulltime. Pays ₹12,50,000." });
      const mechanic = await named("A/C Mechanic");
      const keeper = await named("Housekeeping, Telecaller");
      const lab = await named("R&D, S/4HANA, PLSQL, CICD, GDT");
      const entry = await named("Data Entry Developer", { is_remote: true });
      for (const [words, wanted] of [
        ["HR", [people, staff]],
        ["human resources", [people, staff]],
        ["human resource manager", [people]],
        ["accountant", [clerk, accountant]],
        ["accounting", [clerk, accountant]],
        ["accounts", [clerk, accountant]],
        ["remote", [entry, typist, counter]],
        ["work from home", [entry, typist, counter]],
        ["work-from-home", [entry, typist, counter]],
        ["WFH", [entry, typist, counter]],
        ["full time", [guard, driver]],
        ["full-time", [guard, driver]],
        ["fulltime", [guard, driver]],
        ["AC mechanic", [mechanic]],
        ["A/C mechanic", [mechanic]],
        ...["house keeping", "tele caller", "tele-caller", "house keeping jobs"].map(
          (words) => [words, [keeper]] as const,
        ),
        ...["R and D", "R & D", "s/4 hana", "S4 HANA", "PL/SQL", "CI/CD", "GD&T"].map(
          (words) => [words, [lab]] as const,
        ),
        ...["developer work from home", "data entry work from home job", "data entry work-from-home vacancy"].map(
          (words) => [words, [entry]] as const,
        ),
        ["work from home jobs", [entry, typist, counter]],
      ] as const) {
        const { jobs, instead } = await find({ words: `${mine} ${words}` });
        // All of it is found, and not some.
        expect([words, slugs(jobs), instead]).toEqual([words, wanted, undefined]);
      }
    });

    it("shows what is near, else what the words alone find, where nothing is found in a place, and says so", async () => {
      const word = mark();
      const bhiwandi = await addJob({ title: word, place: "MIDC, Bhiwandi" });
      const kochi = await addJob({ title: word, place: "Kochi", work: "contract" });
      const told = async (values: Record<string, unknown>) => {
        const { jobs, instead } = await find({ words: word, ...values });
        return [instead, slugs(jobs)];
      };
      expect(await told({ place: "Bombay" })).toEqual(["near", [bhiwandi]]);
      expect(await told({ place: "Mumbai", work: "contract" })).toEqual(["words", [kochi, bhiwandi]]);
      expect(await told({ place: "Oslo" })).toEqual(["words", [kochi, bhiwandi]]);
      expect(await told({ place: "Bhiwandi" })).toEqual([undefined, [bhiwandi]]);
      expect(await told({ words: mark(), place: "Oslo" })).toEqual([undefined, []]);
    });

    it("finds nothing by what has no word in it, and shows what is new instead", async () => {
      await addJob({});
      const { found, newest } = await find({ words: "—" });
      expect([found, newest.length > 0]).toEqual([0, true]);
    });
  });

  it("leads from a job to those like it, nearest first, and never to itself or to what is over", async () => {
    // In words and a city of its own: whatever other suites have left is not like it.
    const title = `${mark()} ${mark()}`;
    const slug = await addJob({ title, place: "Mysuru" });
    await addJob({ title, closes_on: "2026-01-01", opened_at: "2025-12-20T10:00:00Z" });
    const near = await addJob({ title, place: "Mysore", opened_at: "2026-01-01T10:00:00Z" });
    const far = await addJob({ title, place: "Pune" });
    const like = async (of: string) => slugs((await call<Job>(world().anon, "public_job", { slug: of }))!.like);
    expect(await like(slug)).toEqual([near, far]);
    // By two of its skills as well, which come behind those that are called like it; then of its kind of work first.
    const [skill, other] = [mark(), mark()];
    const skilled = await addJob({ title: `${mark()} Engineer`, skills: [skill, other], work: "contract" });
    const permanent = await addJob({ title: mark(), skills: [skill, other], work: "permanent" });
    const contract = await addJob({
      title: mark(),
      skills: [other, skill],
      work: "contract",
      opened_at: "2026-01-01T10:00:00Z",
    });
    expect(await like(skilled)).toEqual([contract, permanent]);
    // One skill is not enough, nor how high both stand, nor the city: then none is shown.
    const town = mark();
    const alone = await addJob({ title: `Senior ${mark()} Engineer`, place: town, skills: [skill, "Excel"] });
    await addJob({ title: `Senior ${mark()} Engineer`, place: town, skills: ["Excel"] });
    expect(await like(alone)).toEqual([]);
  });

  it("tells how many were answered and how soon from twenty on, and of fewer nothing", async () => {
    const requirement = await add("job_requirements", requirementOf(company.clientId));
    // All in one statement that is undone: whoever else has applied here is out of the ninety days meanwhile.
    const standings: [applicants: string, answeredAt?: string, appliedAt?: string][] = [
      ["case when number <= 19 then 'closed' end"],
      ["case when number <= 21 then 'closed' end"],
      ["case when number <= 21 then 'draft' end"],
      // Who waits counts, and who has withdrawn does not.
      ["case when number <= 15 then 'closed' when number <= 20 then 'applied' when number <= 30 then 'withdrawn' end"],
      // What can still be undone, nobody was told.
      [
        "case when number <= 21 then 'closed' end",
        "now() - case when number = 1 then interval '1 day' else interval '9 minutes' end",
      ],
      // Nobody is late within the two days that were promised: who waits then counts for nothing yet.
      [
        "case when number <= 20 then 'closed' when number <= 60 then 'applied' end",
        "now() - interval '1 hour'",
        "now() - interval '3 hours'",
      ],
    ];
    const recorded = standings.map(
      ([
        applicants,
        answeredAt = "now() - interval '5 days' + make_interval(hours => people.number)",
        appliedAt = "now() - interval '5 days'",
      ]) => `
        insert into public.shortlist_entries (requirement_id, candidate_id, code_word, state, applied_at, turned_down_at)
          select '${requirement}', people.id, 'Word ' || people.number, state, ${appliedAt},
                 case when state = 'closed' then ${answeredAt} end
            from people cross join lateral (select ${applicants} as state) as standing where state is not null;
        -- Whoever is taken on was so at once, which was undone, and then again.
        insert into public.requirement_events (requirement_id, client_id, side, type, for_client, entry_ids, created_at)
          select entry.requirement_id, '${company.clientId}', 'team', 'candidates_taken_on', false, array[entry.id], taken_on.at
            from public.shortlist_entries as entry
            join people on people.id = entry.candidate_id
            cross join lateral (values (entry.applied_at), (entry.applied_at + make_interval(hours => people.number)))
              as taken_on (at)
            where entry.requirement_id = '${requirement}' and entry.state = 'draft';
        records := records || jsonb_build_array(private.answer_record());
        delete from public.shortlist_entries where requirement_id = '${requirement}';
        delete from public.requirement_events where requirement_id = '${requirement}' and type = 'candidates_taken_on';`,
    );
    const records = await world()
      .query(
        `do $$
           declare
             records jsonb := '[]';
           begin
             alter table public.candidates disable trigger user;
             alter table public.shortlist_entries disable trigger user;
             alter table public.requirement_events disable trigger user;
             update public.shortlist_entries set applied_at = applied_at - interval '1 year' where applied_at is not null;
             create temporary table people as select gen_random_uuid() as id, number from generate_series(1, 60) as number;
             insert into public.candidates (id, full_name, is_adult, source)
               select id, 'Person ' || number, true, 'x' from people;
             ${recorded.join("\n")}
             raise exception '%', records;
           end $$`,
      )
      .then(
        () => undefined,
        (error: Error) => JSON.parse(error.message) as unknown,
      );
    expect(records).toEqual([
      null,
      { applied: 21, answered: 21, median_hours: 11 },
      expect.objectContaining({ answered: 21, median_hours: 11 }),
      { applied: 20, answered: 15, median_hours: 8 },
      { applied: 21, answered: 1, median_hours: 96 },
      { applied: 20, answered: 20, median_hours: 2 },
    ]);
  });
}
