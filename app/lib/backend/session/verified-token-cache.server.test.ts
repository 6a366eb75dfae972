import { expect, it } from "vitest";
import { findVerifiedUserId, rememberPerson } from "./verified-token-cache.server";

const now = () => Date.now() / 1000;

function signatureOf(name: string): Uint8Array {
  return new TextEncoder().encode(`signature of ${name}`);
}

/** A browser's cookies with a token of this signature. */
function cookiesWith(signature: Uint8Array): string {
  const access_token = `header.claims.${Buffer.from(signature).toString("base64url")}`;
  const session = JSON.stringify({ access_token, refresh_token: "unknown" });
  return `theme=dark; session=base64-${Buffer.from(session).toString("base64url")}`;
}

it("knows the person of a token that was verified, until it runs out", () => {
  rememberPerson(signatureOf("Ann"), "Ann", now() + 60);
  expect(findVerifiedUserId(cookiesWith(signatureOf("Ann")))).toBe("Ann");
  rememberPerson(signatureOf("Ann"), "Ann", now() - 1);
  expect(findVerifiedUserId(cookiesWith(signatureOf("Ann")))).toBeUndefined();
});

it.each([undefined, "", "session=", "session=base64-e30", "session=%", cookiesWith(signatureOf("nobody"))])(
  "knows nobody by %j",
  (cookies) => {
    expect(findVerifiedUserId(cookies)).toBeUndefined();
  },
);

it("forgets the oldest for new ones, and remembers who comes again", () => {
  rememberPerson(signatureOf("first"), "first", now() + 60);
  rememberPerson(signatureOf("second"), "second", now() + 60);
  rememberPerson(signatureOf("first"), "first", now() + 60);
  for (let index = 0; index < 9_999; index += 1) rememberPerson(signatureOf(String(index)), "other", now() + 60);
  expect(findVerifiedUserId(cookiesWith(signatureOf("first")))).toBe("first");
  expect(findVerifiedUserId(cookiesWith(signatureOf("second")))).toBeUndefined();
});
