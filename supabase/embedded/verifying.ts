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
