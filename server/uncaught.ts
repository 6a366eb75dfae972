/** So many errors that nobody caught, within so many milliseconds, are no longer one request's. */
const MOST = 5;
const WITHIN = 60_000;

/**
 * Counts the errors that nobody has caught. One belongs to one request, and the others' go on; after several in a short
 * time something that all share may be broken, and a new process is better than this one.
 *
 * @returns a function to be called with the moment of each, which says whether the process had better end
 */
export function countUncaught(): (now: number) => boolean {
  let recent: number[] = [];
  return (now) => {
    recent = [...recent.filter((moment) => moment > now - WITHIN), now];
    return recent.length >= MOST;
  };
}
