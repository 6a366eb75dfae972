import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const BUILD = join(import.meta.dirname, "../../scripts/build.ts");

/** What the build says that runs a tool of this code. */
function build(code: string) {
  const script = `import { run } from ${JSON.stringify(BUILD)}; await run("node", "-e", ${JSON.stringify(code)});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

it("says nothing of what its tools have to say when they succeed", () => {
  expect(build("console.log(1); console.error(2)")).toEqual({ status: 0, said: "" });
});

it("says why it fails", () => {
  const { status, said } = build("console.error('no-such-module'); process.exit(3)");
  expect(status).toBe(1);
  expect(said).toContain("node ended with 3\nno-such-module");
});
