import { createHmac } from "node:crypto";

/**
 * Signs a token by which Supabase's services know who is asking.
 *
 * @param claims what it says, `role` above all; when it was made and when it ends come by themselves
 * @param secret what the services check it with (HS256)
 * @param lifetime in seconds
 */
export function signToken(claims: Record<string, unknown>, secret: string, lifetime: number): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: "HS256", typ: "JWT" },
    { ...claims, iat: now, exp: now + lifetime },
  ];
  const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}
