// `npm run sbom [file]`: the bill of materials of what the container runs, as CycloneDX (sbom.cdx.json). Made from the
// lock alone, without a network.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Package = { devDependencies?: unknown; optionalDependencies?: unknown };
type Locked = Package & { dev?: boolean; optional?: boolean; devOptional?: boolean };

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8")) as Content;
}

function withoutTools<Kind extends Package>({ devDependencies: _dev, optionalDependencies: _optional, ...rest }: Kind) {
  return rest;
}

// `npm sbom --omit dev` leaves out what a tool needs as well, react among it. So it gets a lock in which no tool is.
const lock = read<{ packages: Record<string, Locked> }>("package-lock.json");
const packages = Object.entries(lock.packages)
  .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
  .map(([path, locked]) => [path, path === "" ? withoutTools(locked) : locked]);

const directory = mkdtempSync(join(tmpdir(), "sbom-"));
try {
  writeFileSync(join(directory, "package.json"), JSON.stringify(withoutTools(read<Package>("package.json"))));
  writeFileSync(
    join(directory, "package-lock.json"),
    JSON.stringify({ ...lock, packages: Object.fromEntries(packages) as unknown }),
  );
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--offline"],
    { cwd: directory, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status === 0) {
    const file = process.argv[2] ?? "sbom.cdx.json";
    writeFileSync(file, stdout);
    console.log(file);
  } else {
    console.error(stderr);
    process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true });
}
