import { connect } from "node:net";

/** What fits the first TCP window: ten segments of 1,460 bytes. */
export const ONE_ROUND_TRIP = 14_600;

/** Every byte a cold visit receives, as it crosses the wire: status line, headers and body. */
export function coldVisit(port: number, path: string, cookie?: string): Promise<{ bytes: number; head: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const cookies = cookie === undefined ? "" : `Cookie: ${cookie}\r\n`;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${cookies}Accept-Encoding: gzip, deflate, br, zstd\r\nConnection: close\r\n\r\n`,
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
