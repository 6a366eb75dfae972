import { createHmac, createPrivateKey, sign } from "node:crypto";
import type { SigningKey } from "../supabase/embedded/signing.ts";

/** What a signature is made of: header and claims. */
function encode(header: Record<string, string>, claims: Record<string, unknown>, lifetime: number): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { ...header, typ: "JWT" },
    { ...claims, iat: now, exp: now + lifetime },
  ];
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

/**
 * Signs a token by which Supabase's services know who is asking.
 *
 * @param claims what it says, `role` above all; when it was made and when it ends come by themselves
 * @param secret what the services check it with (HS256)
 * @param lifetime in seconds
 */
export function signToken(claims: Record<string, unknown>, secret: string, lifetime: number): string {
  const body = encode({ alg: "HS256" }, claims, lifetime);
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

/** As `signToken`, with an asymmetric key (ES256): who checks it can make none. */
export function signTokenByKey(claims: Record<string, unknown>, key: SigningKey, lifetime: number): string {
  const body = encode({ alg: "ES256", kid: key.kid }, claims, lifetime);
  const privateKey = createPrivateKey({ key, format: "jwk" });
  const signature = sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${body}.${signature.toString("base64url")}`;
}
