import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJson } from "../support/text/json.ts";

type Installed = { version?: string; integrity?: string; resolved?: string; link?: boolean };
type Package = { dependencies: Record<string, string> };

const { packages } = readJson<{ packages: Record<string, Installed> }>("package-lock.json");
const floors = readJson<Record<string, { floor: string; ground: string }>>("tests/architecture/advisory-floors.json");

/** Every version of a package that the lock holds, wherever it stands in the tree. */
function versionsOf(name: string): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    version && (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) ? [version] : [],
  );
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, "en", { numeric: true }) >= 0;
}

describe("the advisory floors", () => {
  it.each(Object.entries(floors))(
    "%s is not below the version that is known to be right",
    (name, { floor, ground }) => {
      expect(ground.length).toBeGreaterThan(10);
      const versions = versionsOf(name);
      // A floor for what is not installed any more only looks like one.
      expect(versions).not.toEqual([]);
      for (const version of versions) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
    },
  );

  it("compares numbers, not letters", () => {
    expect(isAtLeast("7.18.4", "7.9.0")).toBe(true);
    expect(isAtLeast("7.9.4", "7.18.0")).toBe(false);
    expect(isAtLeast("10.0.0", "9.9.9")).toBe(true);
  });
});

describe("the lock", () => {
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);

  it("has a SHA-512 digest for every package", () => {
    expect(entries.length).toBeGreaterThan(500);
    for (const [path, { integrity }] of entries) expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  it("takes nothing from anywhere but a registry", () => {
    for (const [path, { version, resolved }] of entries) {
      expect(version, path).toMatch(/^\d+\.\d+\.\d+/);
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it("pins what package.json names", () => {
    const { dependencies } = readJson<Package>("package.json");
    for (const [name, version] of Object.entries(dependencies)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(packages[`node_modules/${name}`]?.version).toBe(version);
    }
  });
});

describe("the bill of materials", () => {
  it("names what the container runs, and no tool, without a network", () => {
    const directory = mkdtempSync(join(tmpdir(), "bill-"));
    const file = join(directory, "sbom.json");
    execFileSync(process.execPath, ["scripts/sbom.ts", file]);
    const bom = readJson<{ bomFormat: string; components: { purl: string }[] }>(file);
    rmSync(directory, { recursive: true });
    expect(bom.bomFormat).toBe("CycloneDX");
    const names = new Set(
      bom.components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]+$/g, "")),
    );
    for (const name of Object.keys(readJson<Package>("package.json").dependencies)) expect(names).toContain(name);
    for (const other of ["vitest", "eslint", "typescript", "@playwright/test", "@supabase/lite", "oidc-provider"]) {
      expect(names).not.toContain(other);
    }
  });
});

it("CI installs by the lock, and says where the bill of materials comes from", () => {
  expect(readFileSync(".ci/run", "utf8")).toContain("npm ci\nnpm test\n");
  expect(readFileSync("docs/operate.md", "utf8")).toContain("npm run sbom");
});
