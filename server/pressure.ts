/** How often is looked, and how late a look may come before new work is refused, in milliseconds. */
const INTERVAL = 100;
const TOO_LATE = 500;

/**
 * Watches how far behind the process is with its work.
 *
 * @returns whether it is so far behind that new posts had better wait: until a look comes in time again
 */
export function watchPressure(): () => boolean {
  let due = performance.now() + INTERVAL;
  let isLate = false;
  setInterval(() => {
    const now = performance.now();
    isLate = now - due > TOO_LATE;
    due = now + INTERVAL;
  }, INTERVAL).unref();
  return () => isLate || performance.now() - due > TOO_LATE;
}
