import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import { generate } from "selfsigned";

/**
 * A proxy that ends TLS, as one stands in front of the container: it passes everything on, unencrypted, with the Host
 * it was asked for.
 *
 * @param port where it listens
 * @param target the plain port behind it
 */
export async function startTlsProxy(port: number, target: number): Promise<() => void> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ port: target, host: "127.0.0.1", method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
