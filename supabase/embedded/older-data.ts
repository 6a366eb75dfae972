import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the database was before it was a real Postgres: in the format of PGlite, which only PGlite reads. */
const OLDER_DATABASE = "db";

/** Thrown when a data directory's database is too old for this version; says how to take it along. */
export class OlderDataError extends Error {
  /** @param what the database is */
  constructor(what: string) {
    super(
      `DATA_DIR holds a database ${what}, which this version can't bring up to date; nothing in it was changed. To take ` +
        'its data along, go by the version in between (docs/operate.md, "Upgrade"). To begin anew, set DATA_DIR to ' +
        "another folder.",
    );
    this.name = "OlderDataError";
  }
}

/** Does this directory hold a database of before? */
export function hasOlderData(directory: string): boolean {
  return !existsSync(join(directory, "postgres")) && existsSync(join(directory, OLDER_DATABASE, "PG_VERSION"));
}
