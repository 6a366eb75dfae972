import { TestBackend } from "../../tests/support/services/processes.ts";
import { openSizeScene, type SizeScene } from "../../tests/support/api/size-scene.ts";
import { compareSizes, QUIET, type Trip } from "./side-by-side.ts";

/**
 * How many requirements the two databases have: ten of one company and ten of others, and those of two thousand companies with
 * 600,000 messages and 220,000 lines.
 */
const FEW = 20;
const MANY = 200_000;

/** An embedded backend with so many requirements in it. */
async function openDatabase(requirements: number): Promise<SizeScene> {
  const backend = await TestBackend.start("http://localhost:3999", QUIET);
  const scene = await openSizeScene(backend, requirements, { isDense: requirements === FEW });
  return {
    ...scene,
    async close() {
      await scene.close();
      await backend.remove();
    },
  };
}

/** A call of the Data API as whoever asks for it. */
function asking(told: string): Trip<SizeScene> {
  return {
    async ask({ calls, people }) {
      const { who, name, arguments: values } = calls[told]!;
      const { status, error } = await people[who].api.rpc(name as never, values as never);
      if (error) throw new Error(`${told}: ${error.message}`);
      return { status };
    },
  };
}

/**
 * Dashboard, lists, totals, filters and searches, found and not found, through the Data API: with ten requirements and with
 * two hundred thousand. @param only what the calls' names begin with; all without it
 */
export async function benchSize(only = ""): Promise<void> {
  const [few, many] = [await openDatabase(FEW), await openDatabase(MANY)];
  // A file of everything has five hundred rows a page, and ten of ten: what is compared is one that has none.
  const isFile = (told: string) => told.startsWith("export_") && !told.includes(" words ");
  const names = Object.keys(few.calls).filter((told) => told in many.calls && told.startsWith(only) && !isFile(told));
  const trips = Object.fromEntries(names.map((told) => [told, asking(told)]));
  await compareSizes(trips, { few, many, names: [String(FEW), String(MANY)] });
}
