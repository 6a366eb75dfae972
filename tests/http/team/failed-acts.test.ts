import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { Visitor } from "../../support/http/visitor.ts";
import { openSiteBehindProxy } from "../../support/http/waves.ts";
import { signUpTeamMember } from "../../support/people/team.ts";

const FAILURE = { code: "XX000", message: "boom" };

const { site, backend, proxy, stop } = await openSiteBehindProxy({ TRUST_PROXY: "1", POSTS_PER_MINUTE: "1" });
let clerk: Visitor;

beforeAll(async () => {
  clerk = await Visitor.signedInAs(site.url, await signUpTeamMember(backend, "recruiter", "Ann"));
});
afterEach(() => proxy.mend());
afterAll(() => stop());

it.each([
  ["/team", { intent: "next" }, "take_next_item", "inbox item not taken"],
  ["/team/absence", { intent: "end" }, "end_absence", "absence not ended"],
])("an act on %s that the backend fails, %j, stands in the log", async (path, entries, call, words) => {
  proxy.fail(`POST /rest/v1/rpc/${call}`, 500, FAILURE);
  expect((await clerk.post(path, entries)).status).toBe(502);
  await expect.poll(() => site.log.filter((line) => line.includes(words))).toHaveLength(1);
});

it("an absence that comes too often is not looked up before it is refused", async () => {
  // The page that says so asks once, for itself.
  const statuses: number[] = [];
  while (statuses.length < 10 && statuses.at(-1) !== 429) {
    const left = proxy.failTimes(9, "POST /rest/v1/rpc/work_in_hand", 500, FAILURE);
    statuses.push((await clerk.post("/team/absence", { intent: "end" })).status);
    if (statuses.at(-1) === 429) expect(left()).toBe(8);
  }
  expect(statuses).toContain(429);
});
