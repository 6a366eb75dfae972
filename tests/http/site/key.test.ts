import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadKeys } from "../../../supabase/embedded/keys.ts";
import { PAGES } from "../../support/browser/pages.ts";
import { signUpClient } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";

const CLIENT_BUILD = join(import.meta.dirname, "../../../build/client");

const { backend, signIn } = await openSharedSite();

/** What must never reach a browser. Where the backend is, browsers know: providers send them there. */
function secrets(): string[] {
  const { publishable_key, secret_key, jwt_secret, signing_key } = loadKeys(backend.database);
  return [publishable_key, secret_key, jwt_secret, signing_key!.d!, "sb_publishable_", "sb_secret_"];
}

it("no key and no word of the backend stands in anything a browser gets from the build", () => {
  const files = readdirSync(CLIENT_BUILD, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // Both scripts are among them.
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^main-.*\.js$/),
      expect.stringMatching(/^requirement-form-.*\.js$/),
    ]),
  );
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "latin1");
    expect([name, secrets().filter((secret) => text.includes(secret))]).toEqual([name, []]);
    expect([name, /supabase/i.test(text) && !name.endsWith(".pdf")]).toEqual([name, false]);
  }
});

it("no key stands in any page, signed in or not", async () => {
  const client = await signIn(await signUpClient(backend, "Keys Ltd"));
  const pages = [...PAGES, "/client-dashboard", "/submit-requirement", "/client-dashboard.data"];
  for (const path of pages) {
    const answer = await client.ask(path);
    const text = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
    expect([path, secrets().filter((secret) => text.includes(secret))]).toEqual([path, []]);
  }
});
