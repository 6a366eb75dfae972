import { afterAll, beforeAll } from "vitest";
import { describeCatalogue } from "../suites/catalogue.ts";
import { OwnerSession } from "../support/api/database.ts";
import { openBackend, type SharedBackend } from "../support/services/processes.ts";

let backend: SharedBackend;
let database: OwnerSession;

beforeAll(async () => {
  backend = await openBackend("http://localhost:3999", { SEED_DEMO: "0" });
  database = OwnerSession.of(backend.database);
});
afterAll(async () => {
  await database.close();
  await backend.remove();
});

describeCatalogue(async (statement, values) => (await database.query<Record<string, unknown>>(statement, values)).rows);
