import { afterAll } from "vitest";
import { describeCatalogue } from "../suites/catalogue.ts";
import { openDatabase } from "../support/services/own-backend.ts";
import { openBackend } from "../support/services/processes.ts";

const backend = await openBackend("http://localhost:3999", { SEED_DEMO: "0" });
afterAll(() => backend.remove());
const database = openDatabase(backend);

describeCatalogue(async (statement, values) => (await database.query<Record<string, unknown>>(statement, values)).rows);
