import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
  type JsonWebKey,
} from "node:crypto";
import { z } from "zod";

type Fetch = (request: Request) => Promise<Response>;

/** The private key of a data directory, as a JSON Web Key with its id. */
export type SigningKey = JsonWebKey & { kid: string };

const KEYS_PATH = "/auth/v1/.well-known/jwks.json";
const SYMMETRIC = { alg: "HS256", typ: "JWT" };

/** As many admitted tokens are kept; then it begins anew. */
const MOST_ADMITTED = 1_000;

const headerSchema = z.object({ alg: z.string(), kid: z.string().optional() });
const claimsSchema = z.record(z.string(), z.unknown());
/** What a sign-in, a refresh and a mail's link are answered. */
const sessionSchema = z.looseObject({ access_token: z.string() });

/** Makes a key of the kind that Supabase's projects sign with. */
export function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID() };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode<Schema extends z.ZodType>(part: string | undefined, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part ?? "", "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * Gives the embedded backend what @supabase/lite 0.10.0 can't do: sessions signed with an asymmetric key, as Supabase's
 * projects do, and the key to verify them with. Inside, the library goes on with its secret: what leaves is signed anew,
 * and so is what comes in, once its signature has been verified. What the library itself has signed counts as well.
 *
 * @param secret the library's own
 */
export function withSigningKey(next: Fetch, { key, secret }: { key: SigningKey; secret: string }): Fetch {
  const privateKey = createPrivateKey({ key, format: "jwk" });
  const publicKey = createPublicKey(privateKey);
  const { kid } = key;
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig", key_ops: ["verify"] }];

  function signOutside(claims: object): string {
    const body = `${encode({ alg: "ES256", kid, typ: "JWT" })}.${encode(claims)}`;
    const signature = sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${body}.${signature.toString("base64url")}`;
  }

  function signInside(claims: object): string {
    const body = `${encode(SYMMETRIC)}.${encode(claims)}`;
    return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
  }

  /** What was admitted lately: a page's calls bring the same token, and to look at its signature takes a while each time. */
  const admissions = new Map<string, string>();

  /** The token for the library, in place of one of ours; any other is the library's to judge, its end included. */
  function admit(token: string): string {
    const known = admissions.get(token);
    if (known !== undefined) return known;
    const inside = verifyOutside(token);
    if (inside === undefined) return token;
    if (admissions.size >= MOST_ADMITTED) admissions.clear();
    admissions.set(token, inside);
    return inside;
  }

  /** One of our tokens, as the library signs it; undefined for any other. */
  function verifyOutside(token: string): string | undefined {
    const [head, body, signature = ""] = token.split(".");
    const header = decode(head, headerSchema);
    if (header?.alg !== "ES256" || header.kid !== kid) return undefined;
    const signed = Buffer.from(`${head}.${body}`);
    const isOurs = verify(
      "sha256",
      signed,
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    const claims = isOurs ? decode(body, claimsSchema) : undefined;
    return claims && signInside(claims);
  }

  /** Gives a request the library's token in place of ours. It is changed, not copied: a copy of its body takes a while. */
  function admitted(request: Request): Request {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token) request.headers.set("authorization", `Bearer ${admit(token)}`);
    return request;
  }

  /** The answer with the session's token signed anew, and issued by the address that was asked. */
  async function released(response: Response, issuer: string): Promise<Response> {
    const session = sessionSchema.safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    ).data;
    if (!session) return response;
    const claims = decode(session.access_token.split(".")[1], claimsSchema);
    const access_token = signOutside({ iss: issuer, ...claims });
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return Response.json({ ...session, access_token }, { status: response.status, headers });
  }

  return async function handle(request) {
    const { origin, pathname } = new URL(request.url);
    if (pathname === KEYS_PATH && request.method === "GET") {
      return Response.json({ keys }, { headers: { "Cache-Control": "public, max-age=600" } });
    }
    const response = await next(admitted(request));
    const isSession = request.method === "POST" && pathname.startsWith("/auth/v1/");
    return isSession ? released(response, `${origin}/auth/v1`) : response;
  };
}
