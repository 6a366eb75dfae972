import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** What a load came to: requests a second, and the milliseconds that 99 of 100 took at most. */
export type Measured = { perSecond: number; p99: number };

/** Connections that ask, each one request after another. */
const CONNECTIONS = 32;

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

/** Is wrk there (Debian's package of that name)? It asks five times as fast as a load generator in Node. */
export function hasWrk(): boolean {
  return spawnSync("wrk", ["--version"]).error === undefined;
}

/**
 * Asks for an address for so many seconds.
 *
 * @throws Error when not every answer was the page
 */
export async function loadByWrk(url: string, seconds: number, headers: Record<string, string>): Promise<Measured> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const child = spawn("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--latency", ...given, url]);
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  const [, p99, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? [];
  if (perSecond === undefined || /Non-2xx|Socket errors/.test(said)) throw new Error(`${url}: ${said}`);
  return { perSecond: Number(perSecond), p99: Number(p99) * (UNITS[unit] ?? 1) };
}
