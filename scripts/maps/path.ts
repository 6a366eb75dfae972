/** A number as a path may have it: to so many decimals, without a sign on nothing. */
export function rounded(value: number, decimals = 0): number {
  return Number(value.toFixed(decimals)) || 0;
}

/** Numbers as a path has them: without a space where a sign parts them, or a nought before the point. */
export function join(...values: number[]): string {
  return values
    .map((value) => String(value).replace(/^(-?)0\./, "$1."))
    .join(" ")
    .replaceAll(" -", "-");
}
