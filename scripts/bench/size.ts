import { callAs, measureCost } from "../../tests/support/api/database-cost.ts";
import { startBareDatabase } from "../../tests/support/services/bare-database.ts";
import { openSizeScene } from "../../tests/support/api/size-scene.ts";
import { median, quantile } from "./median.ts";

/** How many requirements there are, of two thousand companies; with 600,000 messages, 220,000 items, 50,000 candidates. */
const REQUIREMENTS = Number(process.env["BENCH_REQUIREMENTS"] ?? 200_000);
/** How often each is asked: of fifty the slowest is their p99, so that what is quick is asked more often. */
const ROUNDS = 50;
const ROUNDS_OF_QUICK = 200;
/** What is quick, in milliseconds. */
const QUICK = 20;

/**
 * Prints what each page's and each search's call of the database costs at size: milliseconds of database time, and pages of
 * memory (8 KB) that it looks at. The first call stands apart: a session then reads what the call is made of as well, and the
 * Data API keeps its sessions.
 *
 * @param only what the calls' names begin with; all without it
 */
export async function benchSize(only = ""): Promise<void> {
  const { database, stop } = await startBareDatabase({});
  const scene = await openSizeScene(database, REQUIREMENTS);
  try {
    console.log("p50 ms\tp99 ms\tworst\tfirst\tbuffers\tcall");
    for (const [told, call] of Object.entries(scene.calls)) {
      if (!told.startsWith(only)) continue;
      const measure = () => callAs(scene, call.who, () => measureCost(scene, call));
      const first = (await measure()).milliseconds;
      const times: number[] = [];
      let buffers = 0;
      while (times.length < ROUNDS || (times.length < ROUNDS_OF_QUICK && median(times) < QUICK)) {
        const cost = await measure();
        times.push(cost.milliseconds);
        ({ buffers } = cost);
      }
      const figures = [median(times), quantile(times, 0.99), Math.max(...times), first].map((time) => time.toFixed(1));
      // A line as soon as it is measured: the heap takes minutes, and what a run that is ended has measured is kept.
      console.log([...figures, buffers, told].join("\t"));
    }
  } finally {
    await scene.close();
    await stop();
  }
}
