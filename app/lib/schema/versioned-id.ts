import { z } from "zod";
import { isRowId } from "./fields";

/** So many rows can be changed at once; the database takes no more. */
export const MOST_AT_ONCE = 50;

/** A row as somebody has seen it: `ticketOf` the other way round. */
export const ticketSchema = z
  .string()
  .regex(/^[\da-f-]{36}\.\d{1,9}$/)
  .transform((ticket) => {
    const [id = "", seen] = ticket.split(".");
    return { id, seen: Number(seen) };
  })
  .refine(({ id }) => isRowId(id));

export type Ticket = z.output<typeof ticketSchema>;

/** A row as a tick box names it: which one, and as which version it was seen. */
export function ticketOf({ id, version }: { id: string; version: number }): string {
  return `${id}.${version}`;
}

/** What was ticked of a list. @param name the tick boxes' */
export function readTickets(entries: URLSearchParams | FormData, name: string): Ticket[] {
  return entries
    .getAll(name)
    .slice(0, MOST_AT_ONCE)
    .flatMap((ticket) => ticketSchema.safeParse(ticket).data ?? []);
}
