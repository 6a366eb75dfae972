import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs, type Entries } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { requirementOf } from "../../support/api/matrix.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

type Found = { id: string; full_name: string; elsewhere: Entries[]; is_never: boolean; near_names: string[] } & Entries;
type Outcome = { full_name: string; outcome: string; entry_id: string | null };

/** Who is found for a requirement, by what they are looked for, and how they come onto its list (docs/decisions/candidates.md). */
export function describeFinding(world: () => World): void {
  const { value, save, file, add, ask, open, agree, showOne, answer, setMark, entryOf } = candidateActs(world);
  const { add: addRow } = asking(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Kestrel Cranes Pvt Ltd"));
  /** A word that all of a test's people have, and nobody else. */
  const freshMark = () => `z${randomUUID().slice(0, 8)}`;

  const find = (words: string, more: Entries = {}) =>
    call<Found[]>(recruiter.api, "list_candidates", { words, size: 100, ...more });
  const namesOf = (found: Found[]) => found.map(({ full_name }) => full_name.split(" ")[0]!).sort();
  const counted = (words: string, more: Entries = {}) =>
    call<Entries>(recruiter.api, "count_found_candidates", { words, ...more });

  describe("a place", () => {
    const mark = freshMark();
    beforeAll(async () => {
      for (const city of [
        "Gurgaon",
        "Gurugram, Sector 44",
        "New Delhi",
        "Bengaluru",
        "Bangalore",
        "Goalpara",
        "Greater Noida",
        "Pune",
        "Nagpur",
        "Srinagar",
        "Karur",
      ]) {
        await save(recruiter, { full_name: `${city.replaceAll(" ", "")} ${mark}`, city });
      }
    });

    it("is known by no name that nothing typed is compared as", async () => {
      const dead = "select name from private.known_places() where name <> private.plain_place(name)";
      expect(await world().query(dead)).toEqual([]);
    });

    it.each([
      ["गुड़गांव", ["Gurgaon", "Gurugram,Sector44"]],
      ["Gurugram", ["Gurgaon", "Gurugram,Sector44"]],
      ["gurgaon", ["Gurgaon", "Gurugram,Sector44"]],
      ["Delhi", ["NewDelhi"]],
      ["new delhi", ["NewDelhi"]],
      ["NCR", ["GreaterNoida", "Gurgaon", "Gurugram,Sector44", "NewDelhi"]],
      ["delhi ncr", ["GreaterNoida", "Gurgaon", "Gurugram,Sector44", "NewDelhi"]],
      ["Bangalore", ["Bangalore", "Bengaluru"]],
      ["BENGALURU, India", ["Bangalore", "Bengaluru"]],
      ["Bengaluru or Delhi", ["Bangalore", "Bengaluru", "NewDelhi"]],
      ["Pune, Maharashtra, India", ["Pune"]],
      ["Pune / Nagpur, India", ["Nagpur", "Pune"]],
      ["Maharashtra", ["Nagpur", "Pune"]],
      ["Pune or Delhi NCR", ["GreaterNoida", "Gurgaon", "Gurugram,Sector44", "NewDelhi", "Pune"]],
      ["Goa", []],
      ["Goalpara", ["Goalpara"]],
      [" , ", []],
    ])("%s finds %j, as a city and among the words", async (city, names) => {
      expect(namesOf(await find(mark, { city }))).toEqual(names);
      // As words all have to be there, and the last stands for what begins so.
      if (/,| or |ncr|Goa$|new/.test(city)) return;
      expect(namesOf(await find(`${mark} ${city}`))).toEqual(names);
    });

    it.each([
      ["Pune Maharashtra", ["Pune"]],
      ["Nagpur MH", ["Nagpur"]],
      ["Pune Nagpur", ["Nagpur", "Pune"]],
      ["near Gurgaon", ["Gurgaon", "Gurugram,Sector44"]],
      ["Gurgaon sector 10 122001", ["Gurgaon", "Gurugram,Sector44"]],
      ["Gurgaon NCR", ["Gurgaon", "Gurugram,Sector44"]],
      ["Greater Noida West UP", ["GreaterNoida"]],
      ["Delhi NCR region", ["GreaterNoida", "Gurgaon", "Gurugram,Sector44", "NewDelhi"]],
      ["Karur Tamil Nadu", ["Karur"]],
      ["Karur TN", ["Karur"]],
      ["Jammu and Kashmir", ["Srinagar"]],
      ["J & K", ["Srinagar"]],
      ["blr", ["Bangalore", "Bengaluru"]],
      ["GGN", ["Gurgaon", "Gurugram,Sector44"]],
      ["गुडगाँव", ["Gurgaon", "Gurugram,Sector44"]],
      ["gr. noida", ["GreaterNoida"]],
    ])("%s, as people write a city, finds %j", async (city, names) => {
      expect(namesOf(await find(mark, { city }))).toEqual(names);
    });

    it("is in the list by names as texts are read, each of which is found in its own text", async () => {
      const unread = `select json_agg(name) from private.places as place
        where not exists (select from private.places_in(place.name) as known where known.name = place.name)`;
      expect(await value(unread)).toBeNull();
    });

    it("of signs that are eighteen letters each, as long as a place may be, is looked for like any other", async () => {
      const city = "\uFDFA".repeat(100);
      await save(recruiter, { full_name: `Longest ${mark}`, city });
      expect(namesOf(await find(mark, { city }))).toEqual(["Longest"]);
    });

    it("of the same city is no other one for who may be the same person", async () => {
      const entries = { full_name: `Gurgaon ${mark}`, city: "Gurugram" };
      const hints = await call<{ why: string }[]>(recruiter.api, "similar_candidates", { entries });
      expect(hints.map(({ why }) => why)).toEqual(["name"]);
    });

    it("of a requirement is found by its other names as well", async () => {
      const { clientId } = company;
      const id = await addRow("job_requirements", {
        ...requirementOf(clientId),
        job_title: `Fitter ${mark}`,
        location: "Vizag",
      });
      const listed = await call<{ id: string }[]>(recruiter.api, "list_requirements", {
        filter: { words: `${mark} Visakhapatnam` },
      });
      expect(listed.map((row) => row.id)).toEqual([id]);
    });
  });

  it.each([
    ["immediate", 0],
    ["Immediately available", 0],
    ["at once", 0],
    ["Not working now", 0],
    ["Available after 2 weeks", 14],
    ["30", 30],
    ["30 days", 30],
    ["15-30 days", 30],
    ["one month", 30],
    ["2 Months", 60],
    ["1.5 months", 45],
    ["90d", 90],
    ["तीन महीने, 3 महीने", 90],
    ["serving notice", 30],
    ["Serving notice, 10 days left", 10],
    ["1 month (negotiable, 15 days)", 30],
    ["negotiable", null],
    ["LWD 15 Dec", null],
    ["", null],
  ])("notice of “%s” is %s days", async (words, days) => {
    expect(await value(`select private.notice_days('${words}')`)).toBe(days);
  });

  it("filters by notice and pay, and counts who says neither", async () => {
    const mark = freshMark();
    const pay = (amount: number, currency: string, unit: string) => ({
      expected_pay_amount: amount,
      expected_pay_currency: currency,
      expected_pay_unit: unit,
    });
    for (const [name, more] of [
      ["Anu", { notice_period: "immediate", ...pay(50_000, "INR", "month") }],
      ["Bala", { notice_period: "30 days", ...pay(1_200_000, "INR", "year") }],
      ["Chitra", { notice_period: "2 months", ...pay(300, "INR", "hour") }],
      ["Dev", { notice_period: "negotiable" }],
      ["Esha", { ...pay(20_000, "USD", "year") }],
      ["Farid", { notice_period: "120 days", ...pay(2_000, "INR", "day") }],
    ] as const) {
      await save(recruiter, { full_name: `${name} ${mark}`, ...more });
    }
    const filtered = async (filter: Entries) => [
      namesOf(await find(mark, { filter })),
      await counted(mark, { filter }),
    ];
    expect(await filtered({ notice_days: 0 })).toEqual([["Anu"], { found: 1, unknown: 2 }]);
    expect(await filtered({ notice_days: 30 })).toEqual([["Anu", "Bala"], { found: 2, unknown: 2 }]);
    expect(await filtered({ notice_days: 60 })).toEqual([["Anu", "Bala", "Chitra"], { found: 3, unknown: 2 }]);
    const inr = { pay_currency: "INR" };
    expect(await filtered({ yearly_pay: 624_000, ...inr })).toEqual([["Anu", "Farid"], { found: 2, unknown: 2 }]);
    expect(await filtered({ yearly_pay: 800_000, ...inr })).toEqual([
      ["Anu", "Chitra", "Farid"],
      { found: 3, unknown: 2 },
    ]);
    const both = { notice_days: 30, yearly_pay: 800_000, ...inr };
    expect(await filtered(both)).toEqual([["Anu"], { found: 1, unknown: 2 }]);
    expect(await filtered({ ...both, with_unknown: true })).toEqual([["Anu", "Dev", "Esha"], { found: 3, unknown: 0 }]);
  });

  it("finds by any or all skills as they are meant, and by what else a row shows", async () => {
    const mark = freshMark();
    for (const [name, more] of [
      ["Java", { skills: ["Java", "SQL"] }],
      ["Script", { skills: ["JavaScript"], headline: "C plus plus developer" }],
      ["Head", { skills: [], headline: "Java lead, Golang", employer: "Infosys Ltd", source: "Naukri" }],
      ["R.", { skills: ["C++"], city: "Go", notice_period: "Immediate" }],
      ["Tech", { skills: ["BTech", "WiFi"] }],
    ] as const) {
      await save(recruiter, { full_name: `${name} ${mark}`, headline: "Dev", ...more });
    }
    const bySkills = async (skills: string[], any_skill = false) =>
      namesOf(await find(mark, { filter: { skills, any_skill } }));
    expect(await bySkills(["java"])).toEqual(["Head", "Java"]);
    expect(await bySkills(["Java", "SQL"])).toEqual(["Java"]);
    expect(await bySkills(["+++"])).toEqual([]);
    expect(await bySkills(["Java", "cpp"], true)).toEqual(["Head", "Java", "R.", "Script"]);
    expect(await bySkills(["R"])).toEqual([]);
    expect(await bySkills(["go"])).toEqual(["Head"]);
    expect(await bySkills(["B.Tech", "Wi-Fi"])).toEqual(["Tech"]);
    expect(
      await bySkills(
        Array.from({ length: 10 }, () => `java ${"sql ".repeat(2500)}`),
        true,
      ),
    ).toEqual(["Head", "Java"]);
    for (const [words, names] of [
      ["immediate", ["R."]],
      ["infosys", ["Head"]],
      ["naukri", ["Head"]],
      ["c plus plus", ["R.", "Script"]],
      ["c++", ["R.", "Script"]],
    ] as const) {
      expect(namesOf(await find(`${mark} ${words}`)), words).toEqual(names);
    }
  });

  it("finds a craft by its other forms, and where one skill is enough by each word of it", async () => {
    const mark = freshMark();
    for (const [name, skills] of [
      ["Ramesh", ["TIG", "welder"]],
      ["Weld", ["Arc welding"]],
      ["Fitter", ["Pipe fitter"]],
      ["Driving", ["Driving"]],
      ["C", ["C"]],
      ["Plus", ["C++"]],
      ["Sharp", ["C#"]],
      ["Net", [".NET"]],
      ["And", ["Sales and service"]],
    ] as const) {
      await save(recruiter, { full_name: `${name} ${mark}`, headline: "Dev", skills });
    }
    const bySkills = async (skills: string[], any_skill = true) =>
      namesOf(await find(mark, { filter: { skills, any_skill } }));
    expect(await bySkills(["TIG welding"])).toEqual(["Ramesh", "Weld"]);
    // Beside one another in a list, words are a phrase too.
    expect(await bySkills(["TIG welding"], false)).toEqual(["Ramesh"]);
    expect(await bySkills(["arc welders"], false)).toEqual(["Weld"]);
    expect(await bySkills(["Pipe fitting and bending"])).toEqual(["Fitter"]);
    expect(await bySkills(["drivers"], false)).toEqual(["Driving"]);
    expect(await bySkills(["C programming"])).toEqual(["C"]);
    expect(await bySkills(["C plus plus"])).toEqual(["Plus"]);
    expect(await bySkills(["C sharp programming"])).toEqual(["Sharp"]);
    expect(await bySkills(["cpp", "dotnet"])).toEqual(["Net", "Plus"]);
  });

  describe("who is in process", () => {
    const mark = freshMark();
    const other = prepare(() => addCompany(world(), "Osprey Ports Ltd"));
    let requirement: string;
    const people: Record<string, string> = {};

    beforeAll(async () => {
      requirement = await file(company.clientId);
      const elsewhere = await file(other.clientId);
      const shown = await showOne(recruiter, elsewhere, { full_name: `Shown ${mark}` });
      await answer(other.owner, elsewhere, shown.entry, { verdict: "interview" });
      const twin = await save(recruiter, { full_name: `Twin ${mark}`, email: shown.email });
      const asked = await save(recruiter, { full_name: `Asked ${mark}` });
      await ask(recruiter, elsewhere, asked.id);
      const thought = await save(recruiter, { full_name: `Thought ${mark}` });
      await add(recruiter, elsewhere, thought.id);
      const over = await showOne(recruiter, elsewhere, { full_name: `Over ${mark}` });
      await setMark(recruiter, over.entry, "declined");
      const free = await save(recruiter, { full_name: `Free ${mark}` });
      Object.assign(people, { shown: shown.id, asked: asked.id, free: free.id, twin: twin.id });
    }, 60_000);

    it("is filtered, and told with the company and since when", async () => {
      const of = async (filter: Entries) => namesOf(await find(mark, { filter, requirement }));
      expect(await of({ process: "in_process" })).toEqual(["Asked", "Shown"]);
      expect(await of({ process: "free" })).toEqual(["Free", "Over", "Thought", "Twin"]);
      expect(await of({ is_unasked: true })).toEqual(["Free", "Thought", "Twin"]);
      const rows = await find(mark, { requirement });
      const told = (id: string) => rows.find((row) => row.id === id)!.elsewhere;
      const interview = { company: "Osprey Ports Ltd", state: "interview", since: expect.any(String) as string };
      expect(told(people["shown"]!)).toEqual([expect.objectContaining(interview)]);
      // Another record of the same address is the same person.
      expect(told(people["twin"]!)).toEqual([expect.objectContaining(interview)]);
      expect(told(people["asked"]!)).toEqual([
        expect.objectContaining({ state: "asked", since: expect.any(String) as string }),
      ]);
      expect(told(people["free"]!)).toEqual([]);
    });

    it("is told so on the list that they are added to", async () => {
      const [made] = await call<Outcome[]>(recruiter.api, "add_candidates", {
        requirement,
        candidates: [people["shown"]],
      });
      const entry = await entryOf(recruiter, requirement, made!.entry_id!);
      expect(entry["candidate"]).toMatchObject({
        elsewhere: [expect.objectContaining({ company: "Osprey Ports Ltd", state: "interview" })],
      });
    });
  });

  describe("adding many", () => {
    it("adds each who may be, in one call, tells of the others, and leaves out who is here", async () => {
      const mark = freshMark();
      const requirement = await file(company.clientId);
      const some = [];
      for (const [name, more] of [
        ["Anu", {}],
        ["Bala", {}],
        ["Works", { employer: "Kestrel Cranes" }],
        ["Near", { employer: "Kestrel Shipping" }],
        ["No", {}],
      ] as const) {
        some.push(await save(recruiter, { full_name: `${name} ${mark}`, ...more }));
      }
      const [anu, bala, works, near, no] = some.map(({ id }) => id) as [string, string, string, string, string];
      const refused = await ask(recruiter, requirement, no);
      await world().query(`update public.shortlist_entries set state = 'withdrawn' where id = '${refused}'`);
      await world().query(`update public.candidate_consents set refused_at = now() where entry_id = '${refused}'`);
      await add(recruiter, requirement, anu);

      const rows = await find(mark, { requirement });
      expect(namesOf(rows)).toEqual(["Bala", "Near", "No", "Works"]);
      expect(await counted(mark, { requirement })).toEqual({ found: 4, unknown: 0 });
      const row = (id: string) => rows.find((each) => each.id === id)!;
      expect([row(works).is_never, row(near).is_never, row(bala).is_never]).toEqual([true, false, false]);
      expect([row(near).near_names, row(no)["ended_as"]]).toEqual([["Kestrel Shipping"], "withdrawn"]);

      const candidates = [anu, bala, works, near, no, bala];
      const outcomes = await call<Outcome[]>(recruiter.api, "add_candidates", { requirement, candidates });
      expect(Object.fromEntries(outcomes.map((each) => [each.full_name.split(" ")[0], each.outcome]))).toEqual({
        Anu: "there",
        Bala: "added",
        Near: "added",
        No: "refused_lately",
        Works: "never_company",
      });
      expect(await find(mark, { requirement })).toHaveLength(2);
      expect(
        await value(`select count(*)::integer from public.shortlist_entries where requirement_id = '${requirement}'`),
      ).toBe(4);
    });

    it("is refused of none, of more than fifty, of nobody who is there, and for a job that is closed", async () => {
      const requirement = await file(company.clientId);
      const { id } = await save(recruiter);
      const adding = (candidates: string[]) => call(recruiter.api, "add_candidates", { requirement, candidates });
      for (const candidates of [[], Array.from({ length: 51 }, () => id)]) {
        expect(await adding(candidates)).toEqual([expect.any(Number), "one_to_fifty"]);
      }
      expect(await adding([randomUUID()])).toEqual([404, "candidate_not_found"]);
      await world().query(`update public.job_requirements set status = 'cancelled' where id = '${requirement}'`);
      expect(await adding([id])).toEqual([422, "closed"]);
    });

    it("offers the caller's own requirements that are open", async () => {
      const requirement = await file(company.clientId);
      const own = () => call<{ id: string; company: string }[]>(recruiter.api, "own_open_requirements", {});
      const isOffered = async () => (await own()).some(({ id }) => id === requirement);
      expect(await isOffered()).toBe(false);
      await world().query(
        `update public.job_requirements set recruiter_id = '${recruiter.userId}' where id = '${requirement}'`,
      );
      expect(await isOffered()).toBe(true);
      await world().query(`update public.job_requirements set status = 'filled' where id = '${requirement}'`);
      expect(await isOffered()).toBe(false);
    });
  });

  describe("work abroad", () => {
    it.each([
      ["Dubai", true],
      ["Doha, Qatar", true],
      ["Frankfurt am Main", true],
      ["Noida, Sector 62", false],
      ["Remote, India", false],
      ["Gurgaon", false],
      ["London or Noida", null],
      ["Head office", null],
      ["Romeo Street", null],
    ])("a place of “%s”: %s", async (place, isAbroad) => {
      expect(await value(`select private.is_place_abroad('${place}')`)).toBe(isAbroad);
    });

    it("by its place alone asks for the emigration number, unless it is said that it is in India, of this place", async () => {
      // The demo's agency has one.
      await world().query("update private.settings set emigration_number = null");
      const requirement = await addRow("job_requirements", { ...requirementOf(company.clientId), location: "Dubai" });
      const { id } = await save(recruiter);
      const entry = await add(recruiter, requirement, id);
      const asked = () => call(recruiter.api, "ask_candidates", { entries: [entry], seen: [1] });
      const told = async () =>
        (await call<{ shortlist: Entries }>(recruiter.api, "read_shortlist", { requirement })).shortlist;
      expect(await told()).toMatchObject({ is_abroad: true, is_abroad_said: false });
      expect(await asked()).toEqual([422, "emigration_number_missing"]);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 1, is_blind: false, is_abroad: false });
      expect(await told()).toMatchObject({ is_abroad: false, is_abroad_said: true });
      await world().query(`update public.job_requirements set location = 'Muscat' where id = '${requirement}'`);
      expect(await asked()).toEqual([422, "emigration_number_missing"]);
      await world().query(`update public.job_requirements set location = 'Dubai' where id = '${requirement}'`);
      expect(await asked()).toBe(1);
      await agree(await open(id), entry);
    });
  });
}
