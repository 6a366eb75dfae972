import { connect } from "node:net";

/** An answer as it came over the wire. */
export type RawResponse = { status: number; headers: Record<string, string>; body: string };

function parse(text: string): RawResponse | undefined {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(line) ?? [];
  if (status === undefined) return undefined;
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(":")).toLowerCase(), each.slice(each.indexOf(":") + 1).trim()]),
  );
  return { status: Number(status), headers, body: rest.join("\r\n\r\n") };
}

/**
 * Sends bytes to a port of this machine as they are, and reads what comes until the other side has ended. The bytes had
 * better ask for that (`Connection: close`).
 *
 * @param isWaiting says no word of its own end before the answer: servers written in Go take that for a client that has gone
 * @returns the first answer; undefined when there was none
 */
export function sendRaw(port: number, bytes: string | Buffer, isWaiting = false): Promise<RawResponse | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => (isWaiting ? socket.write(bytes) : socket.end(bytes)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(parse(Buffer.concat(chunks).toString("latin1"))));
  });
}
