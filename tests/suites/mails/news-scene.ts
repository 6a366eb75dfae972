import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { requirementOf } from "../../support/api/matrix.ts";
import { NewsDesk } from "../../support/people/news.ts";
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
  const { rows } = asking(world);
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
  async function file(more: Record<string, unknown> = {}): Promise<string> {
    const { clientId, owner } = scene.company;
    const row = requirementOf(clientId, { job_title: scene.title, ...more });
    const { data, error } = await owner.api.from("job_requirements").insert(row).select("id").single();
    expect(error).toBeNull();
    return (data as { id: string }).id;
  }

  async function versionOf(id: string): Promise<number> {
    const [row] = (await rows("job_requirements", "version", "id", id)) as { version: number }[];
    return row!.version;
  }

  /** Changes a requirement on the version that it has. */
  async function change(by: Member, name: string, values: object, id = scene.requirement): Promise<void> {
    const given = { requirement: id, seen: await versionOf(id), ...values };
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
