import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = join(ROOT, "scripts/build.ts");

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

it("refuses a broken source, and names it", () => {
  const root = mkdtempSync(join(tmpdir(), "broken-"));
  for (const name of ["app", "package.json"]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  for (const name of ["node_modules", "react-router.config.ts", "tsconfig.json", "vite.config.ts"]) {
    symlinkSync(join(ROOT, name), join(root, name));
  }
  appendFileSync(join(root, "app/root.tsx"), "const broken = ;");
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { cwd: root, encoding: "utf8" });
  rmSync(root, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain("app/root.tsx");
  expect(stderr).toContain("Unexpected token");
});
