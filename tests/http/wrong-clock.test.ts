import { afterAll, beforeAll, expect, it } from "vitest";
import { wordsOf } from "../support/http/signed-out.ts";
import { Visitor } from "../support/http/visitor.ts";
import { signUpClient, type Person } from "../support/people/people.ts";
import { freePort, openSharedSite, TestSite } from "../support/services/processes.ts";

// A site whose clock is wrong by more than a session lasts, first in one direction and then in the other, on a backend whose
// clock is right.
const { backend } = await openSharedSite();

/** Has every new Date be two hours ahead, and from a signal on as far behind. */
const WRONG =
  "data:text/javascript,const%20Now=Date;let%20ahead=72e5;process.on('SIGUSR2',()=>{ahead=-72e5});globalThis.Date=" +
  "class%20extends%20Now{constructor(...given){given.length?super(...given):super(Now.now()+ahead)}static%20now(){return%20Now.now()+ahead}}";

const SIGNED_IN = ["/client-dashboard", "/client-dashboard/company", "/client-dashboard/notifications", "/team"];

let ann: Person;
let site: TestSite;
beforeAll(async () => {
  ann = await signUpClient(backend, "Clockwise Ltd");
  site = await TestSite.start(await freePort(), {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    LOG_LEVEL: "error",
    NODE_OPTIONS: `--import=${WRONG}`,
  });
});
afterAll(() => site.stop());

function signIn(visitor: Visitor): Promise<Response> {
  const { email, password } = ann;
  return visitor.post("/client-auth?view=sign-in", { intent: "sign-in", email, password });
}

it("two hours ahead: who signs in is told what is wrong, and not sent to sign in again", async () => {
  const visitor = new Visitor(site.url);
  expect((await signIn(visitor)).headers.get("location")).toBe("/client-dashboard");
  for (const path of SIGNED_IN) {
    const response = await visitor.ask(path);
    expect(response.status, path).toBe(503);
    const words = await wordsOf(response);
    if (path === "/client-dashboard")
      expect(words).toContain("The clock of this site is wrong, so nobody can sign in.");
  }
  expect(site.log.some((line) => line.includes("The clock of this site is wrong"))).toBe(true);
  // Whoever isn't signed in is still asked to sign in.
  const stranger = new Visitor(site.url);
  expect((await stranger.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
});

it("two hours behind: who signs in is in", async () => {
  site.signal("SIGUSR2");
  const visitor = new Visitor(site.url);
  await signIn(visitor);
  expect((await visitor.ask("/client-dashboard")).status).toBe(200);
});
