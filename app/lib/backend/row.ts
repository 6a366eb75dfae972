import { z } from "zod";
import type { Database } from "./database.types";

type AllTables = Database["public"]["Tables"];
type Row<Name extends keyof AllTables> = AllTables[Name]["Row"];

/** A whole row within an answer, but for what is left out: its columns are those of the generated types. */
export function tableRow<Name extends keyof AllTables, Left extends keyof Row<Name> = never>() {
  return z.custom<Omit<Row<Name>, Left>>((value) => typeof value === "object" && value !== null);
}
