/**
 * How often a fault or a race is tried: `npm run test:faults` runs them in full, `npm test` in short.
 *
 * @param full the number that counts
 * @param short enough to notice a mistake
 */
export function times(full: number, short: number): number {
  return import.meta.env.MODE === "faults" ? full : short;
}
