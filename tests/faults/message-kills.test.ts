import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { times } from "../support/services/counts.ts";
import { connect, signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startKilledSite } from "../support/services/killed-site.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";

const KILLS = times(20, 2);
/** So many messages of each side are there before the next kill. */
const PER_ROUND = 3;

const { backend, url, startAgain } = await startKilledSite();

it(
  `in a thread with ${KILLS} kills each message that was sent until it was taken is there once, in order, and counted`,
  async () => {
    const client = await signUpClient(backend, "Kills Ltd");
    const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    const id = await fileRequirement(client);
    const sides = [
      { visitor: await Visitor.signedInAs(url, client), path: `/client-dashboard/requirements/${id}/messages` },
      { visitor: await Visitor.signedInAs(url, recruiter), path: `/team/requirements/${id}/messages` },
    ].map((side) => ({ ...side, sent: [] as string[] }));
    let isOver = false;

    /** Sends one form again and again, as people do, until it is taken. */
    async function sendUntilTaken(visitor: Visitor, path: string, body: string): Promise<void> {
      let served = "";
      for (;;) {
        try {
          if (served === "") {
            const html = await (await visitor.ask(path)).text();
            served = /name="served" value="([^"]+)"/.exec(html)?.[1] ?? "";
          }
          const { status } = await visitor.post(path, { body, served });
          if (status === 303) return;
        } catch {
          // The site has been killed as well.
        }
        await wait(20);
      }
    }

    const talking = sides.map(async ({ visitor, path, sent }, side) => {
      for (let index = 0; !isOver; index += 1) {
        const body = `Message ${index} of side ${side}`;
        await sendUntilTaken(visitor, path, body);
        sent.push(body);
      }
    });
    for (let round = 0; round < KILLS; round += 1) {
      const before = sides.map(({ sent }) => sent.length);
      while (sides.some(({ sent }, side) => sent.length < before[side]! + PER_ROUND)) await wait(10);
      await backend.stop("SIGKILL");
      await startAgain(round);
    }
    isOver = true;
    await Promise.all(talking);

    const service = connect(backend.url, backend.keys.secret_key);
    const { data } = await service
      .from("requirement_messages")
      .select("body, side")
      .eq("requirement_id", id)
      .order("created_at")
      .limit(10_000);
    const found = (wanted: string) => data!.filter(({ side }) => side === wanted).map(({ body }) => body);
    expect(found("client")).toEqual(sides[0]!.sent);
    expect(found("team")).toEqual(sides[1]!.sent);
    const line = await service.from("inbox_items").select("id").eq("requirement_id", id).single();
    const { count } = await service
      .from("item_events")
      .select("*", { count: "exact", head: true })
      .eq("item_id", line.data!.id)
      .in("type", ["written", "answered"]);
    expect(count).toBe(data!.length);
    // Nobody is in charge: the colleagues who have opened nothing have all of the company's to read. The two have read it.
    for (const { visitor, path } of sides) await visitor.ask(path);
    const left = (await service.from("unread_messages").select("user_id, unread").eq("requirement_id", id)).data!;
    expect(left.length).toBeGreaterThan(0);
    expect(new Set(left.map(({ unread }) => unread))).toEqual(new Set([sides[0]!.sent.length]));
    for (const { userId } of [client, recruiter]) expect(left.map(({ user_id }) => user_id)).not.toContain(userId);
    console.log(`${KILLS} kills in a thread of ${data!.length} messages, each once and in order`);
  },
  times(600_000, 180_000),
);
