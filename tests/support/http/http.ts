import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type SmallServer = { url: string; stop: () => void };

/** A server on a port of this machine, a free one unless it is named, which answers as a test says. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): Promise<SmallServer> {
  const server = createServer(answer).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
