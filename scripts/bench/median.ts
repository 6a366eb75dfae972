/** The value that such a share of the values stays below. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

/** The value in the middle. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}
