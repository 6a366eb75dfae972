import { createHash } from "node:crypto";
import { commonHeaders, contentSecurityPolicy, type Inline } from "./headers.server";
import { SPECULATION_RULES } from "./markup";

const RULES_SOURCE = `'sha256-${createHash("sha256").update(SPECULATION_RULES).digest("base64")}'`;

/**
 * Puts on a response what every response of the app carries.
 *
 * @param styles those that its page carries inline; of scripts it has the speculation rules alone, as all have
 */
export function setPageHeaders(headers: Headers, requestId: string, { styles }: Pick<Inline, "styles">): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  // Under `npm run dev` Vite puts scripts and styles of its own into the page.
  if (!import.meta.env.PROD) return;
  headers.set("Content-Security-Policy", contentSecurityPolicy({ scripts: [RULES_SOURCE], styles }));
}
