import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findSession, packCookies, unpackCookies } from "./session-cookie";

const isPiece = (name: string) => /^session(\.\d+)?$/.test(name);
const base64 = (text: string) => Buffer.from(text).toString("base64url");

function sessionOf(header: string, payload: string) {
  const access_token = [base64(header), base64(payload), randomBytes(64).toString("base64url")].join(".");
  return {
    access_token,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 1_900_000_000,
    refresh_token: "abcdefghijkl",
  };
}

/** As the library keeps it: encoded, and cut in pieces. */
function kept(session: object, length = 3_180) {
  const pieces = `base64-${base64(JSON.stringify(session))}`.match(new RegExp(`.{1,${length}}`, "g")) ?? [];
  return pieces.map((value, index) => ({ name: pieces.length === 1 ? "session" : `session.${index}`, value }));
}

it("gives every session back as it was, whatever its token says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary", maxLength: 3_000 }), (header, payload) => {
      const session = sessionOf(header, payload);
      const cookies = packCookies(kept(session, 500), "session");
      expect(findSession(cookies, isPiece)).toEqual(session);
      for (const { value } of cookies) expect(value).toMatch(/^[\w-]{1,3800}$/);
      const [unpacked] = unpackCookies([...cookies, { name: "toast", value: "x" }], "session", isPiece).toReversed();
      expect(JSON.parse(unpacked!.value)).toEqual(session);
    }),
  );
});

it("keeps a token that is none as it is", () => {
  const session = { ...sessionOf("{}", "{}"), access_token: "no.token=at/all" };
  expect(findSession(packCookies(kept(session), "session"), isPiece)).toEqual(session);
});

it("reads what the library has kept before", () => {
  const session = sessionOf("{}", "x".repeat(5_000));
  expect(findSession(kept(session), isPiece)).toEqual(session);
});

/** What unpacks to so many zeros: in little, and packed in no time. */
const zeros = (count: number) =>
  brotliCompressSync(Buffer.alloc(count), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });

it.each([
  ["nothing", ""],
  ["noise", randomBytes(300).toString("base64url")],
  ["no parts", brotliCompressSync("x").toString("base64url")],
  ["a session without a token", brotliCompressSync('\n\n\n{"refresh_token":"x"}').toString("base64url").slice(0, 10)],
  ["a hundred megabytes", zeros(100_000_000).toString("base64url")],
])("takes no session from %s", (_, packed) => {
  const cookies = [{ name: "session", value: `packed-${packed}` }];
  expect(findSession(cookies, isPiece)).toBeUndefined();
  expect(unpackCookies(cookies, "session", isPiece)).toEqual([]);
});
