import { expect, it } from "vitest";
import { Visitor } from "../support/http/visitor.ts";
import { signUpClient } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";

const { backend, site, signIn } = await openSharedSite();
const person = await signUpClient(backend, "Kept Ltd");

const IMAGE = '<img src="/empty-cache" alt="" hidden';

/** Signs out. @returns whether the next page has the browser's cache emptied, and what that answers */
async function signOut(visitor: Visitor): Promise<[isOnPage: boolean, header: string | null]> {
  const left = await visitor.post("/client-dashboard", { intent: "sign-out" });
  // The answer itself would wait until the cache is empty.
  expect(left.headers.get("clear-site-data")).toBeNull();
  const page = await visitor.read(left.headers.get("location")!);
  return [page.includes(IMAGE), (await visitor.ask("/empty-cache")).headers.get("clear-site-data")];
}

it("a sign-out empties the cache of a browser that has kept a page for going back, and of no other", async () => {
  const visitor = await signIn(person);
  await visitor.read("/client-dashboard");
  expect(await signOut(visitor)).toEqual([false, null]);

  const { email, password } = person;
  await visitor.post("/client-auth", { intent: "sign-in", email, password });
  const kept = await visitor.post("/client-dashboard/company/edit", { company_name: "" });
  expect([kept.status, kept.headers.get("cache-control")]).toEqual([400, "private, no-cache"]);
  // Not by an image of another page, while somebody is signed in.
  expect((await visitor.ask("/empty-cache")).headers.get("clear-site-data")).toBeNull();
  expect(await signOut(visitor)).toEqual([true, '"cache"']);
  expect(visitor.cookies.has("kept")).toBe(false);
  expect(await visitor.read("/client-auth")).not.toContain(IMAGE);
});

it("a page that was kept before signing in counts as well", async () => {
  const visitor = new Visitor(site.url);
  const { email, password } = person;
  await visitor.post("/client-auth", { intent: "sign-in", email, password: "wrong wrong" });
  await visitor.post("/client-auth", { intent: "sign-in", email, password });
  expect(await signOut(visitor)).toEqual([true, '"cache"']);
});

it("is emptied as well when another account comes after one that has not signed out, or whose session is over", async () => {
  const other = await signUpClient(backend, "Comes After Ltd");
  const visitor = await signIn(person);
  const kept = await visitor.post("/client-dashboard/company/edit", { company_name: "" });
  expect(kept.status).toBe(400);
  await visitor.post("/client-auth", { intent: "sign-in", email: person.email, password: person.password });
  // The same person goes on, and may go back.
  expect(await visitor.read("/client-dashboard")).not.toContain(IMAGE);
  await visitor.post("/client-auth", { intent: "sign-in", email: other.email, password: other.password });
  expect(await visitor.read("/client-dashboard")).toContain(IMAGE);
  expect((await visitor.ask("/empty-cache")).headers.get("clear-site-data")).toBe('"cache"');
  expect(await visitor.read("/client-dashboard")).not.toContain(IMAGE);
});

it("a sign-out without a session empties it, too", async () => {
  const visitor = await signIn(person);
  await visitor.post("/client-dashboard/company/edit", { company_name: "" });
  visitor.cookies.delete("session");
  const left = await visitor.post("/client-dashboard", { intent: "sign-out" });
  expect(await visitor.read(left.headers.get("location")!)).toContain(IMAGE);
});
