import { Visitor } from "../../tests/support/http/visitor.ts";
import { startSite } from "../../tests/support/services/processes.ts";
import { openSizeScene, type Asker, type SizeScene } from "../../tests/support/api/size-scene.ts";
import { compareSizes, openPage, QUIET, type Trip } from "./side-by-side.ts";
import { sizePages } from "./size-pages.ts";

/**
 * How many requirements the two databases have: ten of one company and ten of others, and those of two thousand companies with
 * 600,000 messages and 220,000 lines.
 */
const FEW = 20;
const MANY = 200_000;

type Place = SizeScene & Record<Asker, Visitor>;

/** A site on a database of so many requirements, with those who ask signed in at it. */
async function openPlace(requirements: number): Promise<Place> {
  const { site, backend, stop } = await startSite(QUIET);
  const scene = await openSizeScene(backend, requirements, { isDense: requirements === FEW });
  const { large, empty, busy, idle } = scene.people;
  return {
    ...scene,
    large: await Visitor.signedInAs(site.url, large),
    empty: await Visitor.signedInAs(site.url, empty),
    busy: await Visitor.signedInAs(site.url, busy),
    idle: await Visitor.signedInAs(site.url, idle),
    async close() {
      await scene.close();
      await stop();
    },
  };
}

/** A call of the Data API as whoever asks for it. */
function asking(told: string): Trip<Place> {
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
 * Dashboard, lists, totals, filters and searches, found and not found, with ten requirements and with two hundred thousand: the
 * pages that people open, and then the calls of the Data API that these make. @param only what the paths or the calls' names
 * begin with; all without it
 */
export async function benchSize(only = ""): Promise<void> {
  const [few, many] = [await openPlace(FEW), await openPlace(MANY)];
  // A file of everything has five hundred rows a page, and ten of ten: what is compared is one that has none.
  const isFile = (told: string) => told.startsWith("export_") && !told.includes(" words ");
  const calls = Object.keys(few.calls).filter((told) => told in many.calls && !isFile(told));
  const trips = Object.fromEntries([
    ...sizePages.map(({ told, who, pathIn }) => [told, openPage<Asker, Place>(who, ({ ids }) => pathIn(ids))] as const),
    ...calls.map((told) => [told, asking(told)] as const),
  ]);
  const wanted = Object.fromEntries(Object.entries(trips).filter(([told]) => told.startsWith(only)));
  await compareSizes(wanted, { few, many, names: [String(FEW), String(MANY)] });
}
