import { expect, it } from "vitest";
import { wordsOf } from "../support/http/signed-out.ts";
import { Visitor } from "../support/http/visitor.ts";
import type { Person } from "../support/people/people.ts";
import type { TestSite } from "../support/services/processes.ts";

/**
 * For a site whose clock becomes wrong by more than a session lasts: at SIGUSR2 two hours ahead, at SIGWINCH as far behind. That of
 * its backend stays right.
 */
export const CLOCK_BY_SIGNALS = `
  const Right = Date;
  const put = (ahead) => {
    globalThis.Date = class extends Right {
      constructor(...given) { given.length ? super(...given) : super(Right.now() + ahead); }
      static now() { return Right.now() + ahead; }
    };
  };
  process.on("SIGUSR2", () => put(72e5));
  process.on("SIGWINCH", () => put(-72e5));
`;

const SIGNED_IN = ["/client-dashboard", "/client-dashboard/company", "/client-dashboard/notifications", "/team"];

/** @param running a site with those signals, which nothing else uses afterwards */
export function describeWrongClock(running: () => { site: TestSite; person: Person }): void {
  function signIn(visitor: Visitor): Promise<Response> {
    const { email, password } = running().person;
    return visitor.post("/client-auth?view=sign-in", { intent: "sign-in", email, password });
  }

  it("two hours ahead: who signs in is told what is wrong, and not sent to sign in again", async () => {
    running().site.signal("SIGUSR2");
    const visitor = new Visitor(running().site.url);
    expect((await signIn(visitor)).headers.get("location")).toBe("/client-dashboard");
    for (const path of SIGNED_IN) {
      const response = await visitor.ask(path);
      expect(response.status, path).toBe(503);
      const words = await wordsOf(response);
      if (path === "/client-dashboard")
        expect(words).toContain("The clock of this site is wrong, so nobody can sign in.");
    }
    expect(running().site.log.some((line) => line.includes("The clock of this site is wrong"))).toBe(true);
    // Whoever isn't signed in is still asked to sign in.
    const stranger = new Visitor(running().site.url);
    expect((await stranger.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
  });

  it("two hours behind: who signs in is in", async () => {
    running().site.signal("SIGWINCH");
    const visitor = new Visitor(running().site.url);
    await signIn(visitor);
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });
}
