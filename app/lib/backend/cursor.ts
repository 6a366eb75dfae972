import { z } from "zod";
import { rowId } from "~/lib/schema/fields";

/** A moment that Postgres reads as the date of a row. */
export const moment = z.iso.datetime({ offset: true }).regex(/^(19|2\d)\d\d.*(Z|[+-](0\d|1[0-4]):\d\d)$/);

/**
 * A place in a list: the date and id of the last row shown. Not an offset, so that new ones shift nothing.
 * Anybody can write one into the address: what Postgres would not read as a date is no place.
 */
const cursorSchema = z
  .string()
  .max(80)
  .transform((value) => value.split("~"))
  .pipe(z.tuple([moment, rowId()]));

/** A place in a list that is sorted by date and id, the newest first. */
export type Place = z.output<typeof cursorSchema>;

/** The place that an address names; undefined for the newest, and for what is no place. */
export function readPlace(cursor: string | null): Place | undefined {
  return cursorSchema.safeParse(cursor).data;
}

/**
 * One page of what a query gave: it asks for one row more than a page has, which tells that there is a next one.
 *
 * @param placeAfter where the page after a row starts; by its date, where the list is sorted by that
 */
export function pageOf<Row extends { created_at: string; id: string }>(
  found: readonly Row[],
  size: number,
  placeAfter: (last: Row) => string = cursorOf,
) {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last ? placeAfter(last) : null };
}

/** Where the page after this row starts. */
function cursorOf({ created_at, id }: { created_at: string; id: string }): string {
  return `${created_at}~${id}`;
}
