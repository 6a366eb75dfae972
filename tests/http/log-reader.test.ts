import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startLoneSite, type TestSite } from "../support/services/processes.ts";

// Whoever reads the log may stop: a container's engine whose disk is full does.

let site: TestSite;
beforeAll(async () => {
  site = await startLoneSite({ LOG_LEVEL: "info" });
});
afterAll(() => site.stop());

/** How many are asked at the same time. */
const TOGETHER = 50;

/** Asks for pages that there are not: each is a line, with its path. */
async function ask(from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += TOGETHER) {
    const asked = Array.from({ length: TOGETHER }, async (_, index) => {
      const response = await fetch(`${site.url}/nowhere-${first + index}-${"x".repeat(150)}`);
      expect(response.status).toBe(404);
      await response.arrayBuffer();
    });
    await Promise.all(asked);
  }
}

const hasLogged = (words: string) => site.log.some((line) => line.includes(words));

/** How many of these pages the log has. */
function logged(from: number, to: number): number {
  const numbers = site.log.map((line) => Number(/nowhere-(\d+)-/.exec(line)?.[1] ?? -1));
  return numbers.filter((number) => number >= from && number < to).length;
}

it("answers while nobody reads its log, keeps what it has said, and says what was lost", async () => {
  const LITTLE = 1000;
  site.holdLog();
  await ask(0, LITTLE);
  site.readLog();
  await vi.waitFor(() => expect(logged(0, LITTLE)).toBe(LITTLE), 10_000);
  expect(hasLogged("log lines were lost")).toBe(false);

  const MUCH = 7000;
  site.holdLog();
  await ask(LITTLE, MUCH);
  site.readLog();
  await vi.waitFor(() => expect(hasLogged("log lines were lost: nobody read them")).toBe(true), 10_000);
  const told = site.log.filter((line) => line.includes("log lines were lost"));
  expect(told).toHaveLength(1);
  const { lines } = JSON.parse(told[0]!) as { lines: number };
  expect(logged(LITTLE, MUCH) + lines).toBe(MUCH - LITTLE);
});
