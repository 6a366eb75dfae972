import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "./context";
import { responseHeadersContext } from "./context";
import { env } from "./env.server";
import { notify } from "./toast.server";

/** Posts of one address within one minute; then it waits for the minute to end. */
const posts = new RateLimiterMemory({ points: env.POSTS_PER_MINUTE, duration: 60 });
/** Sign-in attempts for one account within a quarter of an hour, wherever they come from. */
const attempts = new RateLimiterMemory({ points: env.POSTS_PER_MINUTE * 2, duration: 15 * 60 });

/** The addresses of the requests under way, as our server knows them. Another server has none: nothing is limited then. */
const ADDRESSES = Symbol.for("client-addresses");
type Holder = { [ADDRESSES]?: WeakMap<Request, string> };

/** The address a request came from; undefined when the server did not say. */
function addressOf(request: Request): string | undefined {
  return (globalThis as Holder)[ADDRESSES]?.get(request);
}

/** Takes one of a key's points. @returns seconds to wait when there is none left, else 0 */
async function consume(limiter: RateLimiterMemory, key: string | undefined): Promise<number> {
  if (key === undefined) return 0;
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
}

/**
 * Counts a post, and says whether it is one too many (docs/decisions/005): then the page says how long to wait, and the
 * action answers 429 with the entries kept.
 *
 * @param account the account a sign-in is for, counted besides the address
 */
export async function isTooMany(context: Context, request: Request, account?: string): Promise<boolean> {
  const waits = await Promise.all([
    consume(posts, addressOf(request)),
    consume(attempts, account === undefined ? undefined : account.trim().toLowerCase().slice(0, 320)),
  ]);
  const seconds = Math.max(...waits);
  if (seconds === 0) return false;
  context.get(responseHeadersContext).set("Retry-After", String(seconds));
  notify(context, {
    type: "error",
    title: "Too many attempts",
    text: `Please wait ${seconds} seconds, then send it again. Your entries are kept.`,
  });
  return true;
}
