import { z } from "zod";

/**
 * A place in the list: the date and id of the last requirement shown. Not an offset, so that new ones shift nothing.
 * Anybody can write one into the address: what Postgres would not read as a date is no place.
 */
export const cursorSchema = z
  .string()
  .max(80)
  .transform((value) => value.split("~"))
  .pipe(z.tuple([z.iso.datetime({ offset: true }).regex(/^(19|2\d)\d\d.*(Z|[+-](0\d|1[0-4]):\d\d)$/), z.uuid()]));

/** Where the page after this row starts. */
export function cursorOf({ created_at, id }: { created_at: string; id: string }): string {
  return `${created_at}~${id}`;
}
