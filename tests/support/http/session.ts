import { createHmac, createPrivateKey, sign, type JsonWebKey } from "node:crypto";
import { findSession } from "../../../app/lib/backend/session/session-cookie.ts";
import type { Visitor } from "./visitor.ts";

/** What the site's cookie holds of a session. */
export type SessionCookie = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  token_type?: string;
  expires_in?: number;
};

const PREFIX = "base64-";

const isPiece = (name: string) => /^session(\.\d+)?$/.test(name);

/** The session of a browser. @throws Error when it has none */
export function readSessionCookie({ cookies }: Pick<Visitor, "cookies">): SessionCookie {
  const session = findSession(
    [...cookies].map(([name, value]) => ({ name, value })),
    isPiece,
  );
  if (!session) throw new Error("no session");
  return session as SessionCookie & typeof session;
}

/** Gives a browser a session of the test's making, encoded as the library does. */
export function writeSessionCookie({ cookies }: Pick<Visitor, "cookies">, session: SessionCookie): void {
  for (const name of [...cookies.keys()].filter(isPiece)) cookies.delete(name);
  cookies.set("session", PREFIX + Buffer.from(JSON.stringify(session)).toString("base64url"));
}

/** The header of a cookie with somebody's session, who holds a token. */
export function sessionCookieWith(access_token: string): string {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = { access_token, refresh_token: "none", token_type: "bearer", expires_in: 3600, expires_at };
  return `session=${PREFIX}${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
}

/** What a token says of itself. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;
}

function unsigned(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

/** A token signed with a private key, whatever its header says. */
export function signedBy(key: JsonWebKey, header: object, claims: object): string {
  const body = unsigned(header, claims);
  const privateKey = createPrivateKey({ key, format: "jwk" });
  return `${body}.${sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

/** A token signed with a secret, whatever its header says. */
export function signedWith(secret: string, header: object, claims: object): string {
  const body = unsigned(header, claims);
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

/** A session's token as a service signs it that has no key to show, with the secret that it checks its own with. */
export function signedBySecret(secret: string, token: string): string {
  return signedWith(secret, { alg: "HS256", typ: "JWT" }, claimsOf(token));
}
