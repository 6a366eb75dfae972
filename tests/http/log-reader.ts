import { expect, it, vi } from "vitest";
import { sendRaw } from "../support/http/raw.ts";
import type { TestSite } from "../support/services/processes.ts";

// Whoever reads the log may stop: a container's engine whose disk is full does.

/** So many are asked in one connection, one behind the other. */
const TOGETHER = 250;

/** @param running what logs every request; nothing else asks it for pages meanwhile */
export function describeLogReader(running: () => TestSite): void {
  /** Asks for pages that there are not: each is a line, with its path. */
  async function ask(from: number, to: number): Promise<void> {
    for (let first = from; first < to; first += TOGETHER) {
      const asked = Array.from({ length: TOGETHER }, (_, index) =>
        [
          `HEAD /nowhere-${first + index}-${"x".repeat(150)} HTTP/1.1`,
          `Host: localhost:${running().port}`,
          "",
          "",
        ].join("\r\n"),
      );
      const answer = await sendRaw(running().port, asked.join(""));
      expect(answer?.status).toBe(404);
      expect(answer?.body.match(/^HTTP\/1\.1 404/gm)).toHaveLength(TOGETHER - 1);
    }
  }

  const hasLogged = (words: string) => running().log.some((line) => line.includes(words));

  /** How many of these pages the log has. */
  function logged(from: number, to: number): number {
    const numbers = running().log.map((line) => Number(/nowhere-(\d+)-/.exec(line)?.[1] ?? -1));
    return numbers.filter((number) => number >= from && number < to).length;
  }

  it("answers while nobody reads its log, keeps what it has said, and says what was lost", async () => {
    const LITTLE = 1000;
    running().holdLog();
    await ask(0, LITTLE);
    running().readLog();
    await vi.waitFor(() => expect(logged(0, LITTLE)).toBe(LITTLE), 60_000);
    expect(hasLogged("log lines were lost")).toBe(false);

    const MUCH = 7000;
    running().holdLog();
    await ask(LITTLE, MUCH);
    running().readLog();
    await vi.waitFor(() => expect(hasLogged("log lines were lost: nobody read them")).toBe(true), 60_000);
    const told = running().log.filter((line) => line.includes("log lines were lost"));
    expect(told).toHaveLength(1);
    const { lines } = JSON.parse(told[0]!) as { lines: number };
    expect(logged(LITTLE, MUCH) + lines).toBe(MUCH - LITTLE);
  });
}
