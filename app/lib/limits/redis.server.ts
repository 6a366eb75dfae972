import type { RedisClientType } from "@redis/client";
import { env } from "../config/env.server.ts";
import { log } from "../observe/log.server.ts";
import { watchLimitsRedis } from "../observe/metrics.server.ts";

/** In milliseconds: how long a connection may take, how often it is tried, and how long it may be silent. */
const CONNECT_TIMEOUT = 10_000;
const LONGEST_WAIT = 2_000;
const PING_INTERVAL = 2_000;
const SOCKET_TIMEOUT = 5_000;

/** How long anybody waits for what the Redis answers, in milliseconds. */
export const REDIS_PATIENCE = 300;

type Redis = {
  client: RedisClientType;
  /** Notes that something could not be counted there, whatever the connection says. */
  lost: (reason: unknown) => void;
  /** Notes that something was counted there. */
  found: () => void;
};

/**
 * Connects, and again whenever the connection is lost, for as long as the process runs; says once that it is lost, and
 * once that it is back. Nobody waits for it: what is asked of it meanwhile is refused at once.
 */
async function connect(url: string): Promise<Redis> {
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      socketTimeout: SOCKET_TIMEOUT,
      reconnectStrategy: (tries) => Math.min(tries * 100, LONGEST_WAIT),
    },
  });
  let isLost = false;
  function lost(reason: unknown): void {
    if (!isLost)
      log.warn({ reason: String(reason) }, "the Redis of the limits does not answer: this site counts alone");
    isLost = true;
  }
  function found(): void {
    if (isLost) log.info("the Redis of the limits is back");
    isLost = false;
  }
  watchLimitsRedis(() => client.isReady && !isLost);
  client.on("error", lost);
  client.on("ready", () => (isLost ? found() : log.info("the Redis of the limits answers")));
  client.connect().catch(() => undefined);
  return { client: client as unknown as RedisClientType, lost, found };
}

/** The server and the build both load this module: they share one connection. */
const shared = globalThis as { limitsRedis?: Promise<Redis> };

/** The Redis in which several sites count together; undefined where each counts alone, and then nothing is loaded. */
export const redis =
  env.RATE_LIMIT_REDIS_URL === undefined ? undefined : await (shared.limitsRedis ??= connect(env.RATE_LIMIT_REDIS_URL));
