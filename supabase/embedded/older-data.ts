import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the database was before it was a real Postgres: in the format of PGlite, which only PGlite reads. */
export const OLDER_DATABASE = "db";

/** Thrown when a data directory's database can't be read here; says how to take it along. */
export class OlderDataError extends Error {
  constructor(directory: string) {
    super(
      `${directory} holds a database of an earlier version, which this one can't read; nothing in it was changed. ` +
        `To take its data along, run: npm run data:convert -- ${directory} NEW_FOLDER (docs/operations.md, "Upgrade"), ` +
        "and set DATA_DIR to the new folder. To begin anew, set DATA_DIR to another one.",
    );
    this.name = "OlderDataError";
  }
}

/** Does this directory hold a database of before? */
export function hasOlderData(directory: string): boolean {
  return !existsSync(join(directory, "postgres")) && existsSync(join(directory, OLDER_DATABASE, "PG_VERSION"));
}
