import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { signUpClient } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";

const ASSETS = join(import.meta.dirname, "../../../build/client/assets");
const NAME = /[\w.-]+-[\w-]{8}\.(?:js|css)\b/g;

const { backend, signIn, site } = await openSharedSite();

it("the build holds what pages load, and nothing else", async () => {
  const visitor = await signIn(await signUpClient(backend, "Loading Ltd"));
  const html = await visitor.read("/submit-requirement");
  // What the page names in its tags and imports; it knows other routes, too, which it does not load.
  const open = [...html.matchAll(/<(?:link|script)[^>]*>|\bimport\b[^;]*;/g)].flatMap(
    ([text]) => text.match(NAME) ?? [],
  );
  const loaded = new Set<string>();
  for (const name of open) {
    if (loaded.has(name)) continue;
    const answer = await fetch(`${site.url}/assets/${name}`);
    expect(answer.status, name).toBe(200);
    loaded.add(name);
    open.push(...((await answer.text()).match(NAME) ?? []));
  }
  const kept = readdirSync(ASSETS).filter((name) => !/\.(br|gz)$/.test(name));
  expect(kept.sort()).toEqual([...loaded].sort());
});
