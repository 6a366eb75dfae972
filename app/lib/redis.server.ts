import type { RedisClientType } from "@redis/client";
import { env } from "./env.server.ts";
import { log } from "./log.server.ts";

/** In milliseconds: how long a connection may take, how often it is tried, and how long it may be silent. */
const CONNECT_TIMEOUT = 10_000;
const LONGEST_WAIT = 2_000;
const PING_INTERVAL = 2_000;
const SOCKET_TIMEOUT = 5_000;

/**
 * Connects, and again whenever the connection is lost, for as long as the process runs; says once that it is lost, and
 * once that it is back. Nobody waits for it: what is asked of it meanwhile is refused at once.
 */
async function connect(url: string): Promise<RedisClientType> {
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
  client.on("error", (error: unknown) => {
    if (!isLost) log.warn({ reason: String(error) }, "the Redis of the limits does not answer: this site counts alone");
    isLost = true;
  });
  client.on("ready", () => {
    log.info(isLost ? "the Redis of the limits is back" : "the Redis of the limits answers");
    isLost = false;
  });
  client.connect().catch(() => undefined);
  return client as unknown as RedisClientType;
}

/** The server and the build both load this module: they share one connection. */
const shared = globalThis as { limitsRedis?: Promise<RedisClientType> };

/** The Redis in which several sites count together; undefined where each counts alone, and then nothing is loaded. */
export const redis =
  env.RATE_LIMIT_REDIS_URL === undefined ? undefined : await (shared.limitsRedis ??= connect(env.RATE_LIMIT_REDIS_URL));
