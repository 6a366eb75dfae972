import { connect } from "node:net";
import { expect } from "vitest";
import type { Visitor } from "../http/visitor.ts";

/** What fits the first TCP window: ten segments of 1,460 bytes. */
export const ONE_ROUND_TRIP = 14_600;

/**
 * Every byte a cold visit receives, as it crosses the wire: status line, headers and body.
 *
 * @param siteUrl the site's origin
 */
export function coldVisit(siteUrl: string, path: string, cookie?: string): Promise<{ bytes: number; head: string }> {
  const { host, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const cookies = cookie === undefined ? "" : `Cookie: ${cookie}\r\n`;
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${cookies}Accept-Encoding: gzip, deflate, br, zstd\r\nConnection: close\r\n\r\n`,
      );
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => {
      const all = Buffer.concat(chunks);
      resolve({ bytes: all.length, head: all.subarray(0, all.indexOf("\r\n\r\n")).toString() });
    });
  });
}

/** Expects that a cold visit to each page of somebody fits one round trip. */
export async function expectOneRoundTrip(siteUrl: string, paths: readonly string[], visitor?: Visitor): Promise<void> {
  const tooHeavy: Record<string, number> = {};
  for (const path of paths) {
    const { bytes, head } = await coldVisit(siteUrl, path, visitor?.cookie);
    expect(head, path).toMatch(/^HTTP\/1.1 200/);
    expect(head, path).toMatch(/content-encoding: gzip/i);
    if (bytes > ONE_ROUND_TRIP) tooHeavy[path] = bytes;
  }
  expect(tooHeavy).toEqual({});
}
