import { sql, type Kysely } from "kysely";
import { runFunctions, type EmbeddedFunctions } from "./functions.ts";

/** How often the retention is looked after, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

export type ScheduleOptions = {
  database: Kysely<unknown>;
  functions: EmbeddedFunctions;
  redeliverySeconds: number;
  retentionDays: number;
};

/**
 * Does what pg_cron does on Supabase: has the functions send what is due, and deletes what is older
 * than the retention. A run that takes longer than its interval delays the next.
 *
 * @returns a function that ends it, when the run under way has ended
 */
export function startSchedule({ database, functions, redeliverySeconds, retentionDays }: ScheduleOptions) {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    await sql`update private.settings set retention_days = ${retentionDays}`.execute(database);
    await sql`select private.purge_expired()`.execute(database);
  }

  function guard(work: () => Promise<void>, name: string): Promise<void> {
    // The error itself may quote a row; its name may not.
    return work().catch((error: unknown) => functions.log(`schedule: ${name}: ${(error as Error).name}`));
  }

  function next(): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      underWay = guard(() => runFunctions(functions), "scheduled run").then(next);
    }, redeliverySeconds * 1000);
  }

  const daily = setInterval(() => void guard(purge, "retention"), DAY);
  underWay = guard(purge, "retention").then(next);
  return async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(timer);
    clearInterval(daily);
    await underWay;
  };
}
