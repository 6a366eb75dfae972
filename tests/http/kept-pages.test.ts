import { expect, it } from "vitest";
import { Visitor } from "../support/http/visitor.ts";
import { signUpClient } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";

const { backend, site, signIn } = await openSharedSite();
const person = await signUpClient(backend, "Kept Ltd");

const signOut = async (visitor: Visitor) =>
  (await visitor.post("/client-dashboard", { intent: "sign-out" })).headers.get("clear-site-data");

it("a sign-out empties the cache of a browser that has kept a page for going back, and of no other", async () => {
  const visitor = await signIn(person);
  await visitor.read("/client-dashboard");
  expect(await signOut(visitor)).toBeNull();

  const { email, password } = person;
  await visitor.post("/client-auth", { intent: "sign-in", email, password });
  const kept = await visitor.post("/client-dashboard/company/edit", { company_name: "" });
  expect([kept.status, kept.headers.get("cache-control")]).toEqual([400, "private, no-cache"]);
  expect(await signOut(visitor)).toBe('"cache"');
  expect(visitor.cookies.has("kept")).toBe(false);
});

it("a page that was kept before signing in counts as well", async () => {
  const visitor = new Visitor(site.url);
  const { email, password } = person;
  await visitor.post("/client-auth", { intent: "sign-in", email, password: "wrong wrong" });
  await visitor.post("/client-auth", { intent: "sign-in", email, password });
  expect(await signOut(visitor)).toBe('"cache"');
});
