import { createHash, randomBytes } from "node:crypto";
import type { World } from "../../suites/world.ts";

/** Does something while the database knows a metrics key of the test's own; the one it had is put back. */
export async function withMetricsKey<Value>(
  { query }: Pick<World, "query">,
  work: (key: string) => Promise<Value>,
): Promise<Value> {
  const key = randomBytes(32).toString("base64url");
  const [settings] = await query("select metrics_key_digest as digest from private.settings");
  const before = settings?.["digest"];
  const put = (digest: string | null) =>
    query(`update private.settings set metrics_key_digest = ${digest === null ? "null" : `'${digest}'`}`);
  await put(createHash("sha256").update(key).digest("hex"));
  try {
    return await work(key);
  } finally {
    await put(typeof before === "string" ? before : null);
  }
}
