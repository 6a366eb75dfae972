import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "../support/services/counts.ts";
import { connect } from "../support/people/people.ts";
import { freePort, makeDirectory, TestBackend, TestSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

/** A file system of its own, small enough to be filled. */
const disk = mkdtempSync(join(tmpdir(), "disk-"));
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk]).status === 0;

afterAll(() => {
  if (isMounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

describe.skipIf(!isMounted)("a full disk under the embedded backend", () => {
  let backend: TestBackend;
  let site: TestSite;
  beforeAll(async () => {
    const port = await freePort();
    const made = await makeDirectory("0");
    // With their owners, as `makeDirectory` copies them, and the room that a database takes for its log before it writes it.
    execFileSync("cp", ["-Rp", "--sparse=never", made, join(disk, "data")]);
    rmSync(made, { recursive: true });
    backend = await TestBackend.start(`http://localhost:${port}`, { SEED_DEMO: "0" }, join(disk, "data"));
    site = await TestSite.start(port, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
      LOG_LEVEL: "silent",
    });
  });
  afterAll(async () => {
    await site.stop();
    // Not killed: the disk can't be given back while a server is still ending on it.
    await backend.stop();
  });

  it("refuses what it can't keep, keeps what it has acknowledged, and goes on when there is room", async () => {
    const visitor = new Visitor(site.url);
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    async function send(count: number, prefix: string): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const name = `${prefix} ${index}`;
        const response = await visitor.post("/contact", { name, email: "a@b.co", requirement: "x".repeat(9_000) });
        statuses.add(response.status);
        if (response.status === 302) acknowledged.push(name);
        else expect(await response.text()).toContain(name);
      }
    }
    await send(20, "before");
    expect(acknowledged).toHaveLength(20);

    const filler = join(disk, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(200 * 1024 * 1024))).toThrow(/ENOSPC/);
    await send(times(400, 100), "full");
    expect([...statuses].filter((status) => ![302, 502, 503].includes(status))).toEqual([]);
    expect(statuses.has(302) && statuses.size > 1, "the disk was full").toBe(true);
    expect((await fetch(site.url)).status).toBe(200);

    unlinkSync(filler);
    // Whatever state the process is in, a new one finds everything.
    await backend.stop("SIGKILL");
    await backend.start();
    await send(5, "after");
    expect(acknowledged.filter((name) => name.startsWith("after"))).toHaveLength(5);
    const service = connect(backend.url, backend.keys.secret_key);
    const { data } = await service.from("contact_submissions").select("name").limit(10_000);
    const stored = new Set((data as { name: string }[]).map(({ name }) => name));
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    console.log(`full disk: ${acknowledged.length} acknowledged, all found; refused with ${[...statuses].join(", ")}`);
  }, 120_000);
});
