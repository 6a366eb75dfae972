// `node scripts/selfhost-keys.ts >> .env`: fresh secrets for a self-hosted Supabase (docs/operations.md).
import { createHmac, randomBytes } from "node:crypto";

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** A token by which the Data API knows a role. */
function token(role: string, key: string): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: "HS256", typ: "JWT" },
    { role, iss: "supabase", iat: now, exp: now + TEN_YEARS },
  ];
  const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${body}.${createHmac("sha256", key).update(body).digest("base64url")}`;
}

const key = secret();
const variables = {
  POSTGRES_PASSWORD: secret(),
  JWT_SECRET: key,
  // Browsers take it for this machine, and the containers for the gateway.
  SUPABASE_URL: "http://supabase.localhost:8000",
  SUPABASE_PUBLISHABLE_KEY: token("anon", key),
  SERVICE_ROLE_KEY: token("service_role", key),
  SESSION_SECRET: secret(),
};
for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
