import { setTimeout as delay } from "node:timers/promises";

/** How long to wait before each further try, in milliseconds, at least and at most: chance spreads those who came at once. */
const WAITS = [
  [300, 1300],
  [600, 2000],
] as const;

/** The sign-in service's codes for mails of which there were too many: a minute or an hour helps, a second does not. */
const MAIL_LIMITS = /"(?:over_email_send_rate_limit|over_sms_send_rate_limit)"/;

/** Is this a refusal for having come with too many others at once? Then nothing has been done. */
async function isBurst(response: Response): Promise<boolean> {
  return response.status === 429 && !MAIL_LIMITS.test(await response.clone().text());
}

/**
 * Asks the sign-in service, and again a moment later when too many asked at once: each of its limits lets thirty through
 * together, and then so many a second (docs/decisions/accounts.md). Nothing is asked again that may have been done.
 *
 * @param ask one try
 * @param signal the end of the time that the call has
 * @returns the first answer that is no such refusal; else the last one
 */
export async function waitOutBurst(ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  let response = await ask();
  for (const [least, most] of WAITS) {
    if (!(await isBurst(response))) return response;
    const isOver = await delay(least + Math.random() * (most - least), false, { signal }).catch(() => true);
    if (isOver) return response;
    response = await ask();
  }
  return response;
}
