import { performance } from "node:perf_hooks";

/** How often is looked, and how long the event loop may work without being looked at, in milliseconds. */
const INTERVAL = 100;
const LONGEST_WORK = 600;

/**
 * Watches how long the process works without coming to what waits for it. On a machine that gives it no time a look comes
 * late, too, though nothing waits: what counts is the time in which the event loop had something to do.
 *
 * @returns whether it is so far behind that new posts had better wait: until it is looked at in time again
 */
export function watchOverload(): () => boolean {
  let seen = performance.eventLoopUtilization();
  let isOverloaded = false;
  const isWorking = () => performance.eventLoopUtilization(seen).active > LONGEST_WORK;
  setInterval(() => {
    isOverloaded = isWorking();
    seen = performance.eventLoopUtilization();
  }, INTERVAL).unref();
  return () => isOverloaded || isWorking();
}
