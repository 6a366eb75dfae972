/**
 * The record of the page at a path. Several paths share one route module; each has its record.
 *
 * @throws when no record has the path: the route table and the content disagree
 */
export function recordAt<Record extends { path: string }>(records: readonly Record[], pathname: string): Record {
  const path = pathname.replace(/\/+$/, "");
  const record = records.find((candidate) => candidate.path === path);
  if (!record) throw new Error(`No content for ${path}`);
  return record;
}
