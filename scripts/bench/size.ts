import { callAs, measureCost, readClaims } from "../../tests/support/api/database-cost.ts";
import { TestBackend } from "../../tests/support/services/processes.ts";
import { openSizeScene } from "../../tests/support/api/size-scene.ts";
import { QUIET } from "./side-by-side.ts";

/** How many requirements there are, of two thousand companies; with 600,000 messages, 220,000 items, 50,000 candidates. */
const REQUIREMENTS = Number(process.env["BENCH_REQUIREMENTS"] ?? 200_000);
const ROUNDS = 50;

function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/**
 * Prints what each page's and each search's call of the database costs at size: milliseconds of database time, and pages of
 * memory (8 KB) that it looks at.
 *
 * @param only what the calls' names begin with; all without it
 */
export async function benchSize(only = ""): Promise<void> {
  const backend = await TestBackend.start("http://localhost:3999", QUIET);
  const scene = await openSizeScene(backend, REQUIREMENTS);
  try {
    const claims = await readClaims(scene);
    console.log("p50 ms\tp99 ms\tworst\tbuffers\tcall");
    for (const [told, call] of Object.entries(scene.calls)) {
      if (!told.startsWith(only)) continue;
      const times: number[] = [];
      let buffers = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const cost = await callAs(scene, claims[call.who], () => measureCost(scene, call));
        times.push(cost.milliseconds);
        ({ buffers } = cost);
      }
      times.sort((one, other) => one - other);
      const figures = [atShare(times, 0.5), atShare(times, 0.99), times.at(-1)!].map((time) => time.toFixed(1));
      // A line as soon as it is measured: the heap takes minutes, and what a run that is ended has measured is kept.
      console.log([...figures, buffers, told].join("\t"));
    }
  } finally {
    await scene.close();
    await backend.remove();
  }
}
