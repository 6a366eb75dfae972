import { afterAll, beforeAll } from "vitest";
import { describeCatalogue } from "../suites/catalogue.ts";
import { OwnerSession } from "../support/database.ts";
import { TestBackend } from "../support/processes.ts";

let backend: TestBackend;
let database: OwnerSession;

beforeAll(async () => {
  backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" });
  database = OwnerSession.of(backend.dataDirectory);
});
afterAll(async () => {
  await database.close();
  await backend.remove();
});

describeCatalogue(async (statement, values) => (await database.query<Record<string, unknown>>(statement, values)).rows);
