import { z } from "zod";
import { isRowId } from "./fields";

/** So many rows can be changed at once; the database takes no more. */
export const MOST_AT_ONCE = 50;

/** A row as somebody has seen it: `ticketOf` the other way round. */
export const versionedIdSchema = z
  .string()
  .regex(/^[\da-f-]{36}\.\d{1,9}$/)
  .transform((versionedId) => {
    const [id = "", seen] = versionedId.split(".");
    return { id, seen: Number(seen) };
  })
  .refine(({ id }) => isRowId(id));

export type VersionedId = z.output<typeof versionedIdSchema>;

/** A row as a tick box names it: which one, and as which version it was seen. */
export function versionedIdText({ id, version }: { id: string; version: number }): string {
  return `${id}.${version}`;
}

/** What was ticked of a list. @param name the tick boxes' */
export function readVersionedIds(entries: URLSearchParams | FormData, name: string): VersionedId[] {
  return entries
    .getAll(name)
    .slice(0, MOST_AT_ONCE)
    .flatMap((versionedId) => versionedIdSchema.safeParse(versionedId).data ?? []);
}
