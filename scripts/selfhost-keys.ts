// `npm run selfhost:keys`: gives .env fresh secrets for a self-hosted Supabase (docs/operations.md). Writes them itself,
// so that they pass no screen, and changes nothing that is there.
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { signToken } from "./json-web-token.ts";

const FILE = ".env";
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** A token by which the Data API knows a role. */
function token(role: string, key: string): string {
  return signToken({ role, iss: "supabase" }, key, TEN_YEARS);
}

const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
const known = parseEnv(text);

const key = secret();
/** These belong together, and to the database that was made with them. */
const set = {
  POSTGRES_PASSWORD: secret(),
  JWT_SECRET: key,
  // Browsers take it for this machine, and the containers for the gateway.
  SUPABASE_URL: "http://supabase.localhost:8000",
  SUPABASE_PUBLISHABLE_KEY: token("anon", key),
  SERVICE_ROLE_KEY: token("service_role", key),
};
/** These are kept where they are set. */
const single = { SESSION_SECRET: secret(), APP_URL: "http://localhost:3000" };

const taken = Object.keys(set).filter((name) => known[name]);
if (taken.length > 0) {
  console.error(
    `Nothing was written: ${FILE} has ${taken.join(", ")} already, and a database keeps the password it was made with.`,
  );
  process.exit(1);
}

const missing = Object.entries({ ...set, ...single }).filter(([name]) => !known[name]);
const lines = missing.map(([name, value]) => `${name}=${value}\n`).join("");
// Nobody else reads the file, not even while it is being written.
if (existsSync(FILE)) chmodSync(FILE, 0o600);
appendFileSync(FILE, `${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}`, { mode: 0o600 });
console.log(`${FILE} has been given ${missing.map(([name]) => name).join(", ")}.`);
