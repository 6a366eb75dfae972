import { sql, type Kysely } from "kysely";
import type { EmbeddedEnvironment } from "./env.ts";
import { runFunction, type EmbeddedFunctions, type FunctionName } from "./functions.ts";

/** How often what is older than the retention is deleted, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** The function that each run asks, by its name in `private.scheduled_runs`. */
const RUNS: readonly [run: string, name: FunctionName][] = [
  ["crm", "sync-crm"],
  ["mail", "deliver-mail"],
];

export type ScheduleOptions = {
  database: Kysely<unknown>;
  functions: EmbeddedFunctions;
  environment: Pick<EmbeddedEnvironment, "REDELIVERY_SECONDS" | "RETENTION_DAYS" | "RETENTION_DAYS_CANDIDATES">;
};

/**
 * Does what pg_cron does on Supabase: has the functions send what is due, fills in what migrations left, and deletes what is
 * older than the retention. A run that takes longer than its interval delays the next.
 *
 * @returns a function that ends it: the run under way takes nothing more, and is waited for
 */
export function startSchedule({ database, functions, environment }: ScheduleOptions) {
  const { REDELIVERY_SECONDS, RETENTION_DAYS, RETENTION_DAYS_CANDIDATES } = environment;
  const stopping = new AbortController();
  let purgeDueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  /** Deletes what is older than the retention, unless by the same one that was done within the hour, as of a start after another. */
  async function purge(): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      const { rows } = await sql`
        update private.settings
          set retention_days = ${RETENTION_DAYS}, retention_days_candidates = ${RETENTION_DAYS_CANDIDATES}
          where (retention_days, retention_days_candidates) is distinct from (${RETENTION_DAYS}, ${RETENTION_DAYS_CANDIDATES})
          returning 1
      `.execute(transaction);
      await sql`
        select private.purge_expired() from private.scheduled_runs
          where run = 'purge' and (${rows.length > 0} or ran_at < now() - interval '1 hour')
      `.execute(transaction);
    });
  }

  /** Once a day; a purge that failed is tried again with the next run. */
  async function purgeDaily(): Promise<void> {
    if (Date.now() < purgeDueAt) return;
    await purge();
    purgeDueAt = Date.now() + DAY;
  }

  /** Has a function send what is due, and notes that it was asked and what came of it, as on Supabase. */
  async function send(run: string, name: FunctionName): Promise<void> {
    await sql`update private.scheduled_runs set ran_at = now(), requested_at = now() where run = ${run}`.execute(
      database,
    );
    if (!(await runFunction(name, functions, stopping.signal))) return;
    await sql`update private.scheduled_runs set answered_at = now() where run = ${run}`.execute(database);
  }

  /** Fills in what is left, some rows a transaction, until nothing is. */
  async function fillRows(): Promise<void> {
    for (let isMore = true; isMore && !stopping.signal.aborted;) {
      const { rows } = await sql<{ is_more: boolean }>`select private.fill_rows() as is_more`.execute(database);
      isMore = rows[0]!.is_more;
    }
  }

  /** All at once: a slow CRM holds up no mail. */
  async function runAll(): Promise<void> {
    const runs = RUNS.map(([run, name]) => guard(() => send(run, name), `run of ${name}`));
    await Promise.all([...runs, guard(purgeDaily, "retention"), guard(fillRows, "filling rows")]);
  }

  function guard(work: () => Promise<void>, name: string): Promise<void> {
    // The error itself may quote a row; its name may not.
    return work().catch((error: unknown) => functions.log(`schedule: ${name}: ${(error as Error).name}`));
  }

  function next(): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = runAll().then(next);
    }, REDELIVERY_SECONDS * 1000);
  }

  underWay = guard(purgeDaily, "retention").then(next);
  return async function stop(): Promise<void> {
    stopping.abort();
    clearTimeout(timer);
    await underWay;
  };
}
