import { createPublicKey, generateKeyPairSync, randomUUID, type JsonWebKey } from "node:crypto";
import { signedBy, signedWith } from "../http/session.ts";

/** The service's key with its id, the private one where a forgery needs it, and what a token that it has signed says. */
type Token = { key: JsonWebKey; kid: string; claims: Record<string, unknown> };
/** In seconds, as tokens have it. */
export const now = () => Math.floor(Date.now() / 1000);
const header = ({ kid }: Token) => ({ alg: "ES256", kid, typ: "JWT" });
/** A key of nobody in particular. */
export const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const publicOf = (key: JsonWebKey) => createPublicKey({ key, format: "jwk" });

type Forgery = [what: string, forge: (token: Token) => string];

/** What somebody may send who would like to be somebody else, and knows what the service publishes. */
export const strangersForgeries: Forgery[] = [
  ["without a signature", ({ claims }) => signedWith("", { alg: "none", typ: "JWT" }, claims).replace(/[^.]+$/, "")],
  ["without one, naming the key", (token) => signedWith("", { ...header(token), alg: "none" }, token.claims)],
  [
    "signed with the public key as a secret",
    ({ key, claims }) =>
      signedWith(
        publicOf(key).export({ type: "spki", format: "pem" }).toString(),
        { alg: "HS256", typ: "JWT" },
        claims,
      ),
  ],
  [
    "signed with the published key as a secret, naming it",
    ({ key, kid, claims }) =>
      signedWith(JSON.stringify(publicOf(key).export({ format: "jwk" })), { alg: "HS256", kid, typ: "JWT" }, claims),
  ],
  ["signed with no secret", ({ claims }) => signedWith("", { alg: "HS256", typ: "JWT" }, claims)],
  ["signed by a key of the forger's", (token) => signedBy(stranger, header(token), token.claims)],
  ["signed by an unknown key", ({ claims }) => signedBy(stranger, { alg: "ES256", kid: randomUUID() }, claims)],
  ["with the key in its header", ({ claims }) => signedBy(stranger, { alg: "ES256", jwk: stranger }, claims)],
  ["that is no token", () => "a.b.c"],
  ["whose parts are no JSON", () => "eyJ.eyJ.eyJ"],
];

/** What the service itself would have to sign: tokens that are right but for one thing. */
export const signedForgeries: Forgery[] = [
  ["of another kind than the key", (t) => signedBy(t.key, { ...header(t), alg: "RS256" }, t.claims)],
  ["of no kind that there is", (t) => signedBy(t.key, { ...header(t), alg: "ES257" }, t.claims)],
  ["for another audience", (t) => signedBy(t.key, header(t), { ...t.claims, aud: "another" })],
  ["for two audiences", (t) => signedBy(t.key, header(t), { ...t.claims, aud: ["another", "authenticated"] })],
  ["in another role", (t) => signedBy(t.key, header(t), { ...t.claims, role: "service_role" })],
  [
    "of another issuer",
    (t) => signedBy(t.key, header(t), { ...t.claims, iss: "http://evil.test", session_id: randomUUID() }),
  ],
  [
    "of no issuer",
    ({ claims: { iss: _, ...claims }, ...t }) =>
      signedBy(t.key, header({ ...t, claims }), { ...claims, session_id: randomUUID() }),
  ],
  ["expired", (t) => signedBy(t.key, header(t), { ...t.claims, exp: now() - 1 })],
  [
    "that never expires",
    ({ claims: { exp: _, ...claims }, ...t }) => signedBy(t.key, header({ ...t, claims }), claims),
  ],
  ["not yet valid", (t) => signedBy(t.key, header(t), { ...t.claims, nbf: now() + 3600 })],
  ["of no session", (t) => signedBy(t.key, header(t), { ...t.claims, session_id: randomUUID() })],
  ["of nobody", (t) => signedBy(t.key, header(t), { ...t.claims, sub: "nobody" })],
];

export const forgeries: Forgery[] = [...strangersForgeries, ...signedForgeries];
