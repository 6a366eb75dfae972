import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { connect, signUpClient } from "../support/people/people.ts";
import { TestBackend } from "../support/services/processes.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tar(...parameters: string[]): void {
  expect(spawnSync("tar", parameters).status).toBe(0);
}

it("is backed up by a copy of its stopped directory, and recovers from it: rows, accounts and keys", async () => {
  const backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" });
  try {
    const archive = join(folder, "backup.tar");
    const contact = { email: "ann@example.com", requirement: "x" };
    const client = await signUpClient(backend, "Backup Ltd");
    const keys = { ...backend.keys };
    await client.api.from("contact_submissions").insert({ ...contact, name: "before" });
    await backend.stop();
    tar("cf", archive, "-C", backend.dataDirectory, ".");
    for (const name of readdirSync(backend.dataDirectory)) {
      rmSync(join(backend.dataDirectory, name), { recursive: true });
    }
    tar("xf", archive, "-C", backend.dataDirectory);

    await backend.start();
    expect(backend.keys).toEqual(keys);
    const service = connect(backend.url, keys.secret_key);
    const { data } = await service.from("contact_submissions").select("name").eq("email", contact.email);
    expect(data).toEqual([{ name: "before" }]);
    const { error } = await connect(backend.url, keys.publishable_key).auth.signInWithPassword(client);
    expect(error).toBeNull();
  } finally {
    await backend.remove();
  }
});
