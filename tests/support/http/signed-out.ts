import { expect } from "vitest";
import { requirementEntries } from "../people/entries.ts";
import { connect, type BackendAccess } from "../people/people.ts";
import type { Visitor } from "./visitor.ts";

/** What a page says, without its markup. */
export async function wordsOf(response: Response): Promise<string> {
  return (await response.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

async function countRequirements({ url, keys }: BackendAccess): Promise<number | null> {
  const service = connect(url, keys.secret_key);
  return (await service.from("job_requirements").select("*", { count: "exact", head: true })).count;
}

/**
 * Nothing of anybody's is shown or taken, every page leads to the sign-in, and the sign-in stays where it is.
 *
 * @param company whose name must not be seen, and its person's password
 */
export async function expectSignedOut(
  backend: BackendAccess,
  visitor: Visitor,
  company: { name: string; password: string },
): Promise<void> {
  const before = await countRequirements(backend);
  const dashboard = await visitor.ask("/client-dashboard");
  expect([dashboard.status, dashboard.headers.get("location")]).toEqual([302, "/client-auth"]);
  const form = await visitor.ask("/submit-requirement");
  expect(form.headers.get("location")).toBe("/client-auth?redirectTo=%2Fsubmit-requirement");
  const page = await visitor.ask("/client-auth");
  expect(page.status).toBe(200);
  const words = await wordsOf(page);
  expect(words).toContain("Your session has ended.");
  expect(words).not.toContain(company.name);
  expect((await visitor.ask("/login")).status).toBe(200);
  const profile = { intent: "profile", company_name: "Taken", full_name: "N", phone: "" };
  expect((await visitor.post("/client-dashboard", profile)).headers.get("location")).toBe("/client-auth");
  const sent = await visitor.post("/submit-requirement", { ...requirementEntries, job_title: "Canary title" });
  expect(sent.status).toBe(401);
  const html = await sent.text();
  expect(html).toContain("Please sign in again");
  expect(html).toContain('value="Canary title"');
  expect(await countRequirements(backend)).toBe(before);
  const password = { intent: "new-password", current_password: company.password, password: "another one" };
  const refused = await visitor.post("/client-auth?view=new-password", password);
  expect(refused.headers.get("location")).toBe("/client-auth");
}

/**
 * Nothing is shown to a token or taken from it: what `expectSignedOut` sees of every page, of one and of one form.
 *
 * @param browser opens one with the token anew: an answer may have it forgotten
 */
export async function expectNobody(browser: () => Visitor): Promise<void> {
  const dashboard = await browser().ask("/client-dashboard");
  expect([dashboard.status, dashboard.headers.get("location")]).toEqual([302, "/client-auth"]);
  const sent = await browser().post("/submit-requirement", { ...requirementEntries, job_title: "Canary title" });
  expect([sent.status, (await sent.text()).includes('value="Canary title"')]).toEqual([401, true]);
}
