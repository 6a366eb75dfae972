/** How often is looked, and how long the event loop may work without being looked at, in milliseconds. */
const INTERVAL = 100;
const LONGEST_WORK = 600;
/** In a millisecond. */
const MICROSECONDS = 1_000;

/**
 * Watches how long the process works without coming to what waits for it. On a machine that gives it no time a look comes
 * late, too, though nothing waits: what counts is the processor's time that its thread has used since the last look.
 *
 * @returns whether it is so far behind that new posts had better wait: until it is looked at in time again
 */
export function watchOverload(): () => boolean {
  let seen = process.threadCpuUsage();
  let isOverloaded = false;
  const isWorking = () => {
    const { user, system } = process.threadCpuUsage(seen);
    return (user + system) / MICROSECONDS > LONGEST_WORK;
  };
  setInterval(() => {
    isOverloaded = isWorking();
    seen = process.threadCpuUsage();
  }, INTERVAL).unref();
  return () => isOverloaded || isWorking();
}
