import type { Work } from "./absence.server";

/** More than this the database does not count. */
const MOST = 1000;

function counted(count: number, one: string, several: string): string {
  return `${count >= MOST ? "1,000 or more" : count} ${count === 1 ? one : several}`;
}

/** What somebody has in hand, in words; undefined for nothing. */
export function workWords({ items, requirements, companies }: Work): string | undefined {
  const parts = [
    items > 0 && counted(items, "inbox item", "inbox items"),
    requirements > 0 &&
      `${counted(requirements, "open requirement", "open requirements")} of ${counted(companies, "company", "companies")}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" and ") : undefined;
}
