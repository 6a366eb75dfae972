import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { NewsDesk } from "../../support/people/news.ts";
import { fileRequirement, type RequirementRow } from "../../support/people/requirements.ts";
import type { Member, World } from "../world.ts";

/** Who and what the suites about news are about: anew for each test. */
type Scene = {
  desk: NewsDesk;
  admin: Member;
  recruiter: Member;
  company: Awaited<ReturnType<typeof addCompany>>;
  /** Of the company's requirement. */
  title: string;
  requirement: string;
};

/** Sets the scene before each test. @returns it, with what people do in it */
export function setScene(world: () => World) {
  const { row } = asking(world);
  const scene = {} as Scene;

  beforeAll(async () => {
    scene.desk = new NewsDesk(world());
    scene.admin = await addTeamMember(world(), "admin");
  });

  beforeEach(async () => {
    scene.recruiter = await addTeamMember(world(), "recruiter");
    scene.company = await addCompany(world(), `Told ${randomUUID().slice(0, 8)}`);
    scene.title = `Welder ${randomUUID().slice(0, 8)}`;
    scene.requirement = await file();
  });

  /** Files a requirement of the company. @returns its id */
  const file = (more: Partial<RequirementRow> = {}) =>
    fileRequirement(scene.company.owner, { job_title: scene.title, ...more });

  /** Changes a requirement on the version that it has. */
  async function change(by: Member, name: string, values: object, id = scene.requirement): Promise<void> {
    const { version } = await row("job_requirements", "id", id);
    const given = { requirement: id, seen: version, ...values };
    expect(await call(by.api, name, given)).toEqual(expect.any(Number));
  }

  return {
    scene,
    file,
    change,
    /** Puts somebody in charge. */
    name: (person: Member = scene.recruiter, id = scene.requirement) =>
      change(scene.admin, "set_recruiter", { person: person.userId }, id),
    setStatus: (status: string, by: Member = scene.recruiter, reason = "No need") =>
      change(by, "change_requirement_status", { status, reason }),
    write: (author: Member, side: "client" | "team", id = scene.requirement) =>
      scene.desk.write({ requirement_id: id, author: author.userId, side, body: "Come at nine" }),
    /** What somebody's mails say of requirements, the mails in order. */
    toldTo: async (person: Member): Promise<object[][]> =>
      (await scene.desk.contentsFor(person)).map(({ about }) => about),
    /** Sends what has happened so far. */
    sendAll: async (): Promise<void> => {
      const { recruiter, company, desk } = scene;
      for (const person of [recruiter, company.owner, company.member, company.viewer]) await desk.contentsFor(person);
    },
  };
}
