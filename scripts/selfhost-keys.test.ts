import { spawnSync } from "node:child_process";
import { createHmac, createPublicKey, verify, type JsonWebKey } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toolPath } from "./needs/tools.ts";
import { signToken, signTokenByKey, type SigningKey } from "../supabase/embedded/json-web-token.ts";
import { startPostgrest } from "../tests/support/services/supabase/postgrest.ts";
import { SupabaseCluster } from "../tests/support/services/supabase/supabase-cluster.ts";

let directory = "";
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "keys-"))));
afterEach(() => rmSync(directory, { recursive: true }));

const file = () => join(directory, ".env");

function run(...parameters: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "selfhost-keys.ts"), ...parameters], {
    cwd: directory,
    encoding: "utf8",
  });
}

function read(): Record<string, string | undefined> {
  return parseEnv(readFileSync(file(), "utf8"));
}

const TOKENS = [
  ["SUPABASE_PUBLISHABLE_KEY", "anon"],
  ["SERVICE_ROLE_KEY", "service_role"],
] as const;

type Key = JsonWebKey & { kid: string; key_ops: string[] };

/** The keys that the services know: the authentication service's, and the Data API's. */
function lists(): { signing: Key[]; verifying: Key[] } {
  const { JWT_KEYS, JWT_JWKS } = read();
  const { keys } = JSON.parse(JWT_JWKS!) as { keys: Key[] };
  return { signing: JSON.parse(JWT_KEYS!) as Key[], verifying: keys };
}

function isSignedBy(token: string, key: JsonWebKey): boolean {
  const [head, body, signature = ""] = token.split(".");
  const publicKey = createPublicKey({ key, format: "jwk" });
  const bytes = Buffer.from(signature, "base64url");
  return verify("sha256", Buffer.from(`${head}.${body}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes);
}

/** What `npm run selfhost:keys` wrote before there was an asymmetric key. */
function writeOlder(): Record<string, string> {
  const JWT_SECRET = "a-secret-of-an-older-installation-of-43-chars";
  const token = (role: string) => signToken({ role, iss: "supabase" }, JWT_SECRET, 3600);
  const older = {
    POSTGRES_PASSWORD: "older",
    JWT_SECRET,
    SUPABASE_URL: "http://supabase.localhost:8000",
    SUPABASE_PUBLISHABLE_KEY: token("anon"),
    SERVICE_ROLE_KEY: token("service_role"),
  };
  writeFileSync(
    file(),
    Object.entries(older)
      .map((pair) => `${pair.join("=")}\n`)
      .join(""),
  );
  return older;
}

describe("npm run selfhost:keys", () => {
  it("makes a file that only its owner reads, with keys that one signing key has signed, and no secret", () => {
    const { status, stdout } = run();
    expect(status).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const made = read();
    const { signing, verifying } = lists();
    expect(signing.map(({ kty, key_ops }) => ({ kty, key_ops }))).toEqual([{ kty: "EC", key_ops: ["sign", "verify"] }]);
    expect(verifying).toHaveLength(1);
    for (const [name, role] of TOKENS) {
      const [head = "", body = ""] = made[name]!.split(".");
      expect(JSON.parse(Buffer.from(body, "base64url").toString())).toMatchObject({ role });
      expect(JSON.parse(Buffer.from(head, "base64url").toString())).toEqual({
        alg: "ES256",
        typ: "JWT",
        kid: verifying[0]!.kid,
      });
      expect(isSignedBy(made[name]!, verifying[0]!)).toBe(true);
    }
    expect(made["APP_URL"]).toBe("http://localhost:3000");
    for (const value of [made["JWT_SECRET"], made["POSTGRES_PASSWORD"]]) expect(stdout).not.toContain(value);
  });

  it("gives the Data API nothing to sign with", () => {
    run();
    const { JWT_JWKS, JWT_SECRET } = read();
    expect(JWT_JWKS).not.toMatch(/"(d|k)":/);
    expect(JWT_JWKS).not.toContain(Buffer.from(JWT_SECRET!).toString("base64url"));
  });

  it("gives an installation of before a signing key, and leaves all that is set", () => {
    const older = writeOlder();
    expect(run("--signing-key").status).toBe(0);
    expect(read()).toMatchObject(older);
    const { signing, verifying } = lists();
    expect(signing.map(({ key_ops }) => key_ops)).toEqual([["sign", "verify"], ["verify"]]);
    // The secret goes on verifying what it has signed.
    const secret = Buffer.from(verifying[1]!.k!, "base64url").toString();
    const [head, body, signature] = older["SERVICE_ROLE_KEY"]!.split(".");
    expect(createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url")).toBe(signature);
    expect(verifying[0]).not.toHaveProperty("d");
    const before = readFileSync(file(), "utf8");
    expect(run("--signing-key").status).toBe(1);
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  it("is rid of the secret once its two keys are taken out", () => {
    writeOlder();
    writeFileSync(file(), readFileSync(file(), "utf8").replace(/^(SUPABASE_PUBLISHABLE|SERVICE_ROLE)_KEY=.*\n/gm, ""));
    expect(run("--signing-key").status).toBe(0);
    expect(lists().verifying).toHaveLength(1);
    for (const [name] of TOKENS) expect(isSignedBy(read()[name]!, lists().verifying[0]!)).toBe(true);
  });

  it("adds a signing key to nothing but an installation", () => {
    expect(run("--signing-key").status).toBe(1);
    expect(existsSync(file())).toBe(false);
  });

  it("adds no second set: a database keeps the password it was made with", () => {
    run();
    const before = readFileSync(file(), "utf8");
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain("POSTGRES_PASSWORD");
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  it("touches no project's keys", () => {
    writeFileSync(file(), "SUPABASE_URL=https://a.supabase.co\n");
    expect(run().status).toBe(1);
    expect(readFileSync(file(), "utf8")).toBe("SUPABASE_URL=https://a.supabase.co\n");
  });

  it("keeps what is set, also in a file without a last line end, and closes the file to others", () => {
    writeFileSync(file(), "# mine\nPOSTGRES_PASSWORD=\nSESSION_SECRET=mine\nAPP_URL=https://www.example.com", {
      mode: 0o644,
    });
    expect(run().status).toBe(0);
    expect(read()).toMatchObject({ SESSION_SECRET: "mine", APP_URL: "https://www.example.com" });
    for (const name of ["POSTGRES_PASSWORD", "SENDER_KEY"]) expect(read()[name]).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(file(), "utf8")).toContain("# mine\n");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("runs on the project's own Node, whatever the machine has", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(scripts["selfhost:keys"]).toBe("node scripts/selfhost-keys.ts");
    for (const path of ["README.md", "docs/deploy.md", "compose.yaml"]) {
      expect(readFileSync(path, "utf8")).not.toContain("node scripts/selfhost-keys");
    }
    expect(existsSync("node_modules/.bin/node")).toBe(true);
  });
});

describe.skipIf(!toolPath("postgrest"))("the Data API, with the keys that were made", () => {
  let cluster: SupabaseCluster;
  beforeAll(async () => {
    cluster = await SupabaseCluster.start();
    await cluster
      .as("supabase_admin")
      .unsafe("create function public.who() returns text language sql as 'select current_user'");
  });
  afterAll(() => cluster.stop());

  async function who(url: string, token: string): Promise<string> {
    const answer = await fetch(`${url}/rpc/who`, { headers: { Authorization: `Bearer ${token}` } });
    return answer.ok ? ((await answer.json()) as string) : String(answer.status);
  }

  it("knows the roles of a new installation, and nobody whom its secret has signed", async () => {
    run();
    const made = read();
    const { url, stop } = await startPostgrest(cluster, made["JWT_JWKS"]!);
    try {
      for (const [name, role] of TOKENS) expect(await who(url, made[name]!)).toBe(role);
      const person = { role: "authenticated", sub: "x" };
      expect(await who(url, signTokenByKey(person, lists().signing[0] as SigningKey, 60))).toBe("authenticated");
      expect(await who(url, signToken({ role: "service_role" }, made["JWT_SECRET"]!, 60))).toBe("401");
    } finally {
      await stop();
    }
  });

  it("knows both kinds where an installation of before was given a signing key", async () => {
    const older = writeOlder();
    run("--signing-key");
    const { url, stop } = await startPostgrest(cluster, read()["JWT_JWKS"]!);
    try {
      for (const [name, role] of TOKENS) expect(await who(url, older[name]!)).toBe(role);
      const person = { role: "authenticated", sub: "x" };
      expect(await who(url, signTokenByKey(person, lists().signing[0] as SigningKey, 60))).toBe("authenticated");
      expect(await who(url, signToken(person, "another secret of forty-three characters or so", 60))).toBe("401");
    } finally {
      await stop();
    }
  });
});
