import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the database was before it was a real Postgres: in the format of PGlite, which only PGlite reads. */
const OLDER_DATABASE = "db";

/** Thrown when a data directory's database is too old for this version. */
export class OlderDataError extends Error {
  /**
   * @param what the database is
   * @param way how to take its data along, where there is a way, as a sentence
   */
  constructor(what: string, way = "") {
    super(
      `DATA_DIR holds a database ${what}, which this version can't bring up to date; nothing in it was changed. ${way}` +
        "To begin anew, set DATA_DIR to another folder.",
    );
    this.name = "OlderDataError";
  }
}

/** Does this directory hold a database of before? */
export function hasOlderData(directory: string): boolean {
  return !existsSync(join(directory, "postgres")) && existsSync(join(directory, OLDER_DATABASE, "PG_VERSION"));
}
