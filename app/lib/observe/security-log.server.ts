import { createHmac } from "node:crypto";
import type { Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { logContext } from "./log.server";

/** What the security log tells apart. */
export type SecurityEvent =
  | "sign_in"
  | "sign_in_refused"
  | "sign_out"
  | "password_changed"
  | "account_confirmed"
  | "address_changed"
  | "refused"
  | "limited";

/**
 * A short name for an account that only this site can make: the same for the same address, so that lines about one
 * account can be told from others, and of no use to find out the address.
 */
function pseudonym(address: string): string {
  const account = address.trim().toLowerCase();
  return createHmac("sha256", env.SESSION_SECRET).update(`security log ${account}`).digest("base64url").slice(0, 12);
}

/**
 * Writes one line of the security log, with the request's id: what happened, and to which account; no words, no address.
 *
 * @param address the account's e-mail address, as typed or as known; left out when there is none
 */
export function logSecurity(context: Context, event: SecurityEvent, address?: string): void {
  context.get(logContext).info({ event, ...(address ? { user: pseudonym(address) } : {}) }, "security");
}
