// `npm run selfhost:keys`: gives .env fresh secrets for a self-hosted Supabase (docs/deploy.md). Writes them itself,
// so that they pass no screen, and changes nothing that is there. With `-- --signing-key` it gives an installation of before,
// which has one secret for all, an asymmetric key besides.
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { makeSigningKey, signTokenByKey } from "../supabase/embedded/json-web-token.ts";

const FILE = ".env";
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * A key that signs sessions, and the two lists that services know it from: the authentication service's, who signs, and
 * the Data API's, who only verifies; with the two keys of the API, which it signs.
 *
 * @param shared the secret of an installation whose keys were signed with it; they go on being verified
 */
function makeSigning(shared?: string) {
  const { d, ...point } = makeSigningKey();
  const known = { ...point, alg: "ES256", use: "sig" };
  const verifying = shared
    ? [{ kty: "oct", k: Buffer.from(shared).toString("base64url"), kid: "secret", alg: "HS256", key_ops: ["verify"] }]
    : [];
  const key = { ...known, d, key_ops: ["sign", "verify"] };
  const token = (role: string) => signTokenByKey({ role, iss: "supabase" }, { ...point, d }, TEN_YEARS);
  return {
    JWT_KEYS: JSON.stringify([key, ...verifying]),
    JWT_JWKS: JSON.stringify({ keys: [{ ...known, key_ops: ["verify"] }, ...verifying] }),
    SUPABASE_PUBLISHABLE_KEY: token("anon"),
    SERVICE_ROLE_KEY: token("service_role"),
  };
}

function fail(message: string): never {
  console.error(`Nothing was written: ${message}`);
  process.exit(1);
}

const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
const known = parseEnv(text);
const taken = (names: readonly string[]) => names.filter((name) => known[name]);

/** All that an installation needs. Nothing of it is signed with `JWT_SECRET`, which the images ask for all the same. */
function makeAll(): Record<string, string> {
  /** These belong together, and to the database that was made with them. */
  const set = {
    POSTGRES_PASSWORD: secret(),
    JWT_SECRET: secret(),
    // Browsers take it for this machine, and the containers for the gateway.
    SUPABASE_URL: "http://supabase.localhost:8000",
    ...makeSigning(),
  };
  const there = taken(Object.keys(set));
  if (there.length > 0) {
    fail(`${FILE} has ${there.join(", ")} already, and a database keeps the password it was made with.`);
  }
  return {
    ...set,
    SESSION_SECRET: secret(),
    SENDER_KEY: secret(),
    METRICS_KEY: secret(),
    APP_URL: "http://localhost:3000",
  };
}

/** An asymmetric key for an installation that has none. The two keys stay where they are set; else the new one signs them. */
function makeSigningAlone(): Record<string, string> {
  const shared = known["JWT_SECRET"] ?? fail(`${FILE} has no JWT_SECRET; without the option it gets everything.`);
  const there = taken(["JWT_KEYS", "JWT_JWKS"]);
  if (there.length > 0) fail(`${FILE} has ${there.join(", ")} already.`);
  return makeSigning(taken(["SUPABASE_PUBLISHABLE_KEY", "SERVICE_ROLE_KEY"]).length > 0 ? shared : undefined);
}

const made = process.argv.includes("--signing-key") ? makeSigningAlone() : makeAll();
const missing = Object.entries(made).filter(([name]) => !known[name]);
// In quotation marks, since lists have their own.
const lines = missing.map(([name, value]) => `${name}=${/["{]/.test(value) ? `'${value}'` : value}\n`).join("");
// Nobody else reads the file, not even while it is being written.
if (existsSync(FILE)) chmodSync(FILE, 0o600);
appendFileSync(FILE, `${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}`, { mode: 0o600 });
console.log(`${FILE} has been given ${missing.map(([name]) => name).join(", ")}.`);
