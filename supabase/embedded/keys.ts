import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSigningKey, type SigningKey } from "./json-web-token.ts";

/** What a data directory keeps secret: `keys.json`, readable by its owner only. */
export type Keys = Omit<ReturnType<typeof makeSecrets>, "signing_key"> & { signing_key?: SigningKey } & ReturnType<
    typeof makeDemoKeys
  >;

/** Thrown when a directory's keys are lost; says what to do. */
export class KeysError extends Error {
  override readonly name = "KeysError";
}

function random(): string {
  return randomBytes(32).toString("base64url");
}

function makeSecrets() {
  return {
    /** What the site and anybody may know: opens the Data API as `anon`. */
    publishable_key: `sb_publishable_${random()}`,
    /** Opens everything: for the operator and for the functions. */
    secret_key: `sb_secret_${random()}`,
    jwt_secret: random(),
    /** Signs sessions. A directory from before there was one goes on with the secret above. */
    signing_key: makeSigningKey(),
    /** The database's, on a socket that only its owner gets to. */
    database_password: random(),
    /** Signs the site's flash cookie where the operator has set no SESSION_SECRET. */
    session_secret: random(),
    /** Signs what goes to the CRM where the operator has set no CRM_WEBHOOK_SECRET. */
    webhook_secret: random(),
  };
}

/** Who the demo's people are. */
function makeDemoKeys() {
  const password = () => random().slice(0, 16);
  return {
    demo_client_email: "client@demo.example",
    demo_client_password: password(),
    /** Of another company, so that one can see that neither sees the other's. */
    demo_other_client_email: "other@demo.example",
    demo_other_client_password: password(),
    /** The admin. */
    demo_team_email: "team@demo.example",
    demo_team_password: password(),
    demo_recruiter_email: "recruiter@demo.example",
    demo_recruiter_password: password(),
    demo_hr_manager_email: "hr@demo.example",
    demo_hr_manager_password: password(),
  };
}

/** The keys that a data directory has; undefined before its first start. */
function readKeys(directory: string, path: string): Partial<Keys> | undefined {
  const advice = `Bring it back from a backup, or delete ${directory} to begin anew.`;
  if (!existsSync(path)) {
    if (!existsSync(join(directory, "postgres"))) return undefined;
    throw new KeysError(`${path} is missing, and only it opens the database beside it. ${advice}`);
  }
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Partial<Keys>;
  } catch (error) {
    if (error instanceof SyntaxError) throw new KeysError(`${path} is damaged. ${advice}`);
    throw error;
  }
}

/**
 * Reads the keys of a data directory, making them on the first start, and those of demo people that an older directory
 * does not know.
 *
 * @param directory an existing folder
 * @throws KeysError when they are lost, and a database is there that only they open
 */
export function loadKeys(directory: string): Keys {
  const path = join(directory, "keys.json");
  const known = readKeys(directory, path);
  const keys = { ...makeDemoKeys(), ...(known ?? makeSecrets()) } as Keys;
  if (!known || Object.keys(keys).length > Object.keys(known).length) {
    // Written beside and renamed, so that a process killed midway leaves no half of a file.
    writeFileSync(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return keys;
}

/** The METRICS_KEY of a site on this backend. Derived, so that a directory from before there was one has it as well. */
export function metricsKeyOf({ secret_key }: Pick<Keys, "secret_key">): string {
  return createHmac("sha256", secret_key).update("metrics").digest("base64url");
}
