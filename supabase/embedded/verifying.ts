import { createHmac, KeyObject, timingSafeEqual, type webcrypto } from "node:crypto";

function bytesOf(source: webcrypto.BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** Does a signature hold that was made with a secret? */
function holds(key: webcrypto.CryptoKey, signature: Uint8Array, data: Uint8Array): boolean {
  const { hash } = key.algorithm as webcrypto.HmacKeyAlgorithm;
  const expected = createHmac(hash.name.replace("-", ""), KeyObject.from(key)).update(data).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

/**
 * Verifies signatures with a secret at once. @supabase/lite has the platform do it in another thread, for every call of the
 * Data API: to wake that, and to be woken by it, takes longer than all else that it does for a call. Every other kind of
 * signature goes its usual way.
 */
export function verifySecretsAtOnce(): void {
  const { subtle } = globalThis.crypto;
  const verify = subtle.verify.bind(subtle);
  subtle.verify = async (algorithm, key, signature, data) =>
    key.algorithm.name === "HMAC" && key.usages.includes("verify")
      ? holds(key, bytesOf(signature), bytesOf(data))
      : verify(algorithm, key, signature, data);
}

/** What a token looks like that somebody signed: three parts, and not a project's key. */
const TOKEN = /^Bearer (?!sb_)[^.\s]+\.[^.\s]+\.[^.\s]+$/;

type Call = { req: { path: string; header(name: string): string | undefined }; set(name: string, value: string): void };

/**
 * Leaves a call's token to the Data API of @supabase/lite, which verifies it, and then says whose it is. Before that the
 * library would look up the token's person and session for every call, in two ways to Postgres and back; PostgREST asks
 * neither, and the database's own rules do (docs/decisions/sessions.md).
 */
export async function leaveTokens(call: Call, next: () => Promise<void>): Promise<void> {
  if (call.req.path.startsWith("/rest/v1/") && TOKEN.test(call.req.header("authorization") ?? "")) {
    for (const name of ["userId", "sessionId"]) call.set(name, "not known yet");
  }
  await next();
}
