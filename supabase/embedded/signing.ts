import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { setNewest } from "../../app/lib/bounded-map.ts";
import { readJson, type Fetch } from "./api.ts";
import { signToken, signTokenByKey, type SigningKey } from "./json-web-token.ts";

const KEYS_PATH = "/auth/v1/.well-known/jwks.json";

/** As many admitted tokens are kept, the newest. */
const MOST_ADMITTED = 1_000;

const headerSchema = z.object({ alg: z.string(), kid: z.string().optional() });
const claimsSchema = z.record(z.string(), z.unknown());
/** What a sign-in, a refresh and a mail's link are answered. */
const sessionSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({ id: z.string(), email: z.string(), app_metadata: claimsSchema, user_metadata: claimsSchema }),
});

function decode<Schema extends z.ZodType>(part: string | undefined, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part ?? "", "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** What GoTrue says of a session beside what the library does: what an account was made with, above all. */
function withGoTruesClaims(claims: Record<string, unknown>, { user }: z.output<typeof sessionSchema>): object {
  const { id: sub, email, app_metadata, user_metadata } = user;
  return {
    ...claims,
    phone: "",
    app_metadata,
    user_metadata: { ...user_metadata, email, email_verified: true, phone_verified: false, sub },
    aal: "aal1",
    amr: [{ method: "password", timestamp: claims["iat"] }],
    is_anonymous: false,
  };
}

/**
 * Gives the embedded backend what @supabase/lite 0.10.0 can't do: sessions signed with an asymmetric key, as Supabase's
 * projects do, and the key to verify them with. Inside, the library goes on with its secret: what leaves is signed anew,
 * and so is what comes in, once its signature has been verified. What the library itself has signed counts as well.
 *
 * @param secret the library's own
 */
export function withSigningKey(next: Fetch, { key, secret }: { key: SigningKey; secret: string }): Fetch {
  const publicKey = createPublicKey({ key, format: "jwk" });
  const { kid } = key;
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig", key_ops: ["verify"] }];

  /** What was admitted lately: a page's calls bring the same token, and to look at its signature takes a while each time. */
  const admissions = new Map<string, string>();

  /** The token for the library, in place of one of ours; any other is the library's to judge, its end included. */
  function admit(token: string): string {
    const known = admissions.get(token);
    if (known !== undefined) return known;
    const inside = verifyOutside(token);
    if (inside === undefined) return token;
    setNewest(admissions, token, inside, MOST_ADMITTED);
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
    return claims && signToken(claims, secret);
  }

  /** Gives a request the library's token in place of ours. It is changed, not copied: a copy of its body takes a while. */
  function admitted(request: Request): Request {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token) request.headers.set("authorization", `Bearer ${admit(token)}`);
    return request;
  }

  /** The answer with the session's token signed anew, and issued by the address that was asked. */
  async function released(response: Response, issuer: string): Promise<Response> {
    const session = await readJson(response, sessionSchema);
    if (!session) return response;
    const claims = decode(session.access_token.split(".")[1], claimsSchema);
    const access_token = signTokenByKey({ iss: issuer, ...withGoTruesClaims(claims ?? {}, session) }, key);
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
