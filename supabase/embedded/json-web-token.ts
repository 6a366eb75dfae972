import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign, type JsonWebKey } from "node:crypto";

/** A private key, as a JSON Web Key with its id. */
export type SigningKey = JsonWebKey & { kid: string };

/** Makes a key of the kind that Supabase's projects sign with. */
export function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID() };
}

/** What a signature is made of: header and claims. */
function encode(header: object, claims: object, lifetime: number | undefined): string {
  const now = Math.floor(Date.now() / 1000);
  const times = lifetime === undefined ? {} : { iat: now, exp: now + lifetime };
  const parts = [
    { ...header, typ: "JWT" },
    { ...claims, ...times },
  ];
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

/**
 * Signs a token by which Supabase's services know who is asking.
 *
 * @param claims what it says, `role` above all
 * @param secret what the services check it with (HS256)
 * @param lifetime in seconds, from now on; without one the claims say when it ends
 */
export function signToken(claims: object, secret: string, lifetime?: number): string {
  const body = encode({ alg: "HS256" }, claims, lifetime);
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

/** As `signToken`, with an asymmetric key (ES256): who checks it can make none. */
export function signTokenByKey(claims: object, key: SigningKey, lifetime?: number): string {
  const body = encode({ alg: "ES256", kid: key.kid }, claims, lifetime);
  const privateKey = createPrivateKey({ key, format: "jwk" });
  const signature = sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${body}.${signature.toString("base64url")}`;
}
