/** How often is looked, and how late a look may come before new work is refused, in milliseconds. */
const INTERVAL = 100;
const TOO_LATE = 500;

/** How long one late look counts, in milliseconds: what held it up is seldom alone. */
const COUNTS = 1_000;

/**
 * Watches how far behind the process is with its work.
 *
 * @returns whether it is so far behind that new posts had better wait
 */
export function watchPressure(): () => boolean {
  let due = performance.now() + INTERVAL;
  let lateUntil = 0;
  setInterval(() => {
    const now = performance.now();
    if (now - due > TOO_LATE) lateUntil = now + COUNTS;
    due = now + INTERVAL;
  }, INTERVAL).unref();
  return () => {
    const now = performance.now();
    return now < lateUntil || now - due > TOO_LATE;
  };
}
