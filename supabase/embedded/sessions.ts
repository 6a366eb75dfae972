import type { PostgresConnection } from "@supabase/lite/postgres";
import postgres from "postgres";
import { DataApiError } from "./data-api-error.ts";

type Driver = PostgresConnection["driver"];
type ReservedDriver = Awaited<ReturnType<Driver["reserve"]>>;

/** How many sessions of Postgres there are: each plans every function anew, and this serves the few people of one machine. */
const SESSIONS = 4;
/** How long a call waits for a session, in milliseconds: less than the site waits for the call. */
const SESSION_TIMEOUT = 2_500;
/** The age at which a session is closed, in milliseconds: it keeps every statement it was given. */
const SESSION_LIFETIME = 30 * 60_000;

/** What a call is told whose session has ended, or for which none can be opened: as PostgREST says it. */
const lost = () =>
  new DataApiError(503, { code: "PGRST001", message: "Database client error. Retrying the connection." });

/** A session of Postgres: one connection, held until it ends. */
interface Session {
  reserved: ReservedDriver;
  openedAt: number;
  ended: AbortSignal;
  close: () => Promise<void>;
}

/**
 * Opens a session. Its driver never opens it again: after a server that refused, it would give its connection to a call that
 * has gone, and wait for ever; and a statement for a connection that has ended would end this process.
 */
async function openSession(options: Driver["options"]): Promise<Session> {
  const controller = new AbortController();
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const onclose = () => {
    controller.abort();
    reject(lost());
  };
  // It takes options that it has read already as they are, as its types don't say.
  const known: unknown = { ...options, onclose, connect_timeout: SESSION_TIMEOUT / 1000, max_lifetime: null };
  const driver = postgres(known as postgres.Options<Record<string, postgres.PostgresType>>);
  // A statement first: a call for a connection stays in the driver's queue when none can be opened.
  await Promise.race([driver.unsafe("select 1"), refused]);
  const reserved = await driver.reserve();
  const close = async () => {
    reserved.release();
    await driver.end({ timeout: 1 });
  };
  return { reserved, openedAt: Date.now(), ended: controller.signal, close };
}

/** Hands out so many turns at once, in the order in which they are asked for. */
function handOutTurns(count: number) {
  const waiting = new Set<() => void>();
  let free = count;
  return {
    /** Waits for a turn. @throws DataApiError after the timeout: done later, a call would be done after its caller has given up */
    take: async (timeout?: number) => {
      if (free > 0) {
        free -= 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const said = { code: "PGRST003", message: "Timed out acquiring connection from connection pool." };
      const timer = timeout && setTimeout(() => reject(new DataApiError(504, said)), timeout);
      await promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(resolve);
      });
    },
    giveBack: () => {
      const [next] = waiting;
      if (!next) free += 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}

/**
 * Has a connection's calls share a few sessions, and hands out the one that was used last of those that are free: most calls
 * find one that has planned their functions already. One that has ended is left, and another opened. The types of arrays are
 * read once, here: read by a session, they would end this process when it ends meanwhile.
 *
 * @returns closes them all, once the calls that have one are done
 */
export async function shareSessions({ driver }: PostgresConnection): Promise<() => Promise<void>> {
  await driver.unsafe("select 1");
  await driver.end();
  const options = { ...driver.options, fetch_types: false };
  const turns = handOutTurns(SESSIONS);
  let idle: Session[] = [];
  driver.reserve = async () => {
    await turns.take(SESSION_TIMEOUT);
    idle = idle.filter(({ ended }) => !ended.aborted);
    try {
      return lend(idle.pop() ?? (await openSession(options)));
    } catch {
      turns.giveBack();
      throw lost();
    }
  };
  /** A session for one call. Its turn is given back when it ends: the library keeps one whose transaction it could not end. */
  function lend(session: Session): ReservedDriver {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => undefined);
    const end = () => {
      reject(lost());
      turns.giveBack();
    };
    session.ended.addEventListener("abort", end);
    let isInTransaction = false;
    const unsafe = async (...statement: Parameters<ReservedDriver["unsafe"]>) => {
      try {
        return await (session.ended.aborted ? ended : Promise.race([session.reserved.unsafe(...statement), ended]));
      } catch (error) {
        if (statement[0] === "rollback") isInTransaction = true;
        // So the driver, and the system, say that the connection is gone.
        throw error instanceof Error && "errno" in error ? lost() : error;
      }
    };
    const release = () => {
      if (session.ended.aborted) return;
      session.ended.removeEventListener("abort", end);
      if (!isInTransaction && Date.now() - session.openedAt < SESSION_LIFETIME) idle.push(session);
      else void session.close();
      turns.giveBack();
    };
    return { unsafe, release } as unknown as ReservedDriver;
  }
  return async () => {
    await Promise.all(Array.from({ length: SESSIONS }, () => turns.take()));
    await Promise.all(idle.map(({ close }) => close()));
  };
}
