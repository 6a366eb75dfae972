import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../config/env.server.ts";

const LENGTH = 16;

/** A short signature of a text that anybody may see, which nobody else can make. */
export function sign(text: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(text).digest("base64url").slice(0, LENGTH);
}

/** Is this the signature of a text? */
export function isSignatureOf(text: string, signature: string): boolean {
  if (signature.length !== LENGTH || !/^[\x21-\x7e]+$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)));
}
