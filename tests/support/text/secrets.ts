import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

/** What a secret looks like, by the name of whose it is. */
const SHAPES: Record<string, RegExp> = {
  "a Supabase secret key": /\bsb_secret_[\w-]{16,}/,
  "a Supabase access token": /\bsbp_(?:v\d_)?[0-9a-f]{40}\b/,
  "a private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  "an AWS key": /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  "a GitHub token": /\bgh[pousr]_\w{36,}|\bgithub_pat_\w{60,}/,
  "an npm token": /\bnpm_[A-Za-z0-9]{36}\b|:_authToken=[\w-]/,
  "a Google key": /\bAIza[\w-]{35}\b/,
  "a Stripe key": /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  "a Slack token": /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/,
  "a password in an address":
    /\b(?:postgres(?:ql)?|mysql|redis|amqps?|mongodb(?:\+srv)?|smtps?):\/\/[^\s:/@]+:[^\s@${]{6,}@/,
};

const TOKEN = /\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]{16,}/g;

/** Does the text hold a signed token that opens everything? */
function hasServiceToken(text: string): boolean {
  return [...text.matchAll(TOKEN)].some(([, body = ""]) =>
    /"role":\s*"(?:service_role|supabase_admin)"/.test(Buffer.from(body, "base64url").toString()),
  );
}

/** The secrets that a text holds, by name. */
function secretsIn(text: string): string[] {
  const found = Object.keys(SHAPES).filter((name) => SHAPES[name]!.test(text));
  return hasServiceToken(text) ? [...found, "a service_role token"] : found;
}

/** Every file of a project that git would keep, by the project's own .gitignore; works without git as well. */
export function projectFiles(directory: string): string[] {
  const ignored = readFileSync(join(directory, ".gitignore"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.replace(/\/$/, ""));
  const isKept = (name: string) => name !== ".git" && !ignored.some((pattern) => matchesGlob(name, pattern));
  const walk = (path: string): string[] =>
    readdirSync(join(directory, path), { withFileTypes: true })
      .filter(({ name }) => isKept(name))
      .flatMap((entry) => {
        const at = join(path, entry.name);
        return entry.isDirectory() ? walk(at) : entry.isFile() ? [at] : [];
      });
  return walk("");
}

/** Every secret in a project's files: `file: what it is`. */
export function secretsOf(directory: string): string[] {
  return projectFiles(directory).flatMap((file) =>
    secretsIn(readFileSync(join(directory, file), "latin1")).map((name) => `${file}: ${name}`),
  );
}
