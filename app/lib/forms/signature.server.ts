import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../config/env.server.ts";

const LENGTH = 16;

/** What any signature looks like. */
export const SIGNATURE = new RegExp(`^[\\w-]{${LENGTH}}$`);

/** A short signature of a text that anybody may see, which nobody else can make. */
export function sign(text: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(text).digest("base64url").slice(0, LENGTH);
}

/** Is this the signature of a text? */
export function isSignatureOf(text: string, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)));
}
