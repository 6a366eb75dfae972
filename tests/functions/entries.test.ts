import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { checkEntry, deno, DenoFunction, lockOf } from "../support/services/outside/deno.ts";

const FUNCTIONS = "supabase/functions";
const names = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, "index.ts")));

/** What every module of a function, and those that functions share, import, but for each other. */
function packagesOf(name: string): string[] {
  const files = [name, "_shared"].flatMap((folder) =>
    readdirSync(join(FUNCTIONS, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => join(FUNCTIONS, folder, file)),
  );
  const imports = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/^(?:import|export)[^"=]*"([^"]+)";$/gm),
  ]);
  return [...new Set(imports.map(([, target]) => target!))].filter((target) => !/^\.\.?\//.test(target));
}

describe.each(names)("the function %s", (name) => {
  const configuration = JSON.parse(readFileSync(join(FUNCTIONS, name, "deno.json"), "utf8")) as {
    imports: Record<string, string>;
    lock: boolean;
  };

  it("imports packages of one version each, the one the site has", () => {
    expect(Object.keys(configuration.imports).sort()).toEqual(packagesOf(name).sort());
    // What no process of ours needs but the function's tests stands among the tools.
    const versions: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies };
    for (const [each, source] of Object.entries(configuration.imports)) {
      expect(source).toBe(`npm:${each}@${versions[each]}`);
    }
  });

  it("has no lock beside it, and none is made: runtimes of Supabase refuse the form that Deno writes today", () => {
    expect(configuration.lock).toBe(false);
    expect(existsSync(join(FUNCTIONS, name, "deno.lock"))).toBe(false);
    expect(existsSync(lockOf(name))).toBe(true);
  });

  it.skipIf(!deno)("is right in Deno's eyes, with those packages, byte by byte", () => {
    const { status, output } = checkEntry(join(FUNCTIONS, name, "index.ts"));
    expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  });
});

describe.skipIf(!deno)("the self-hosted runtime's entry", () => {
  const entry = "supabase/selfhost/main/index.ts";

  it("is right in Deno's eyes", () => {
    const { status, output } = checkEntry(entry);
    expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  });

  it("knows the functions that there are, and no other", async () => {
    const main = await DenoFunction.start(entry);
    try {
      for (const path of ["/", "/nothing", "/sync-crm2", "/..%2fsync-crm"]) {
        const response = await fetch(main.url + path);
        expect([path, response.status, await response.json()]).toEqual([path, 404, { message: "Function not found" }]);
      }
      // Only Supabase's runtime has workers: that it would start one is all that Deno can say.
      for (const name of names) expect((await fetch(`${main.url}/${name}`)).status).toBe(500);
      expect(main.log).toContain("EdgeRuntime is not defined");
    } finally {
      await main.stop();
    }
  });
});
