import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { commonHeaders } from "../app/lib/http/headers.server.ts";
import { acceptRequestId, log } from "../app/lib/observe/log.server.ts";

/** What Node's parser says is wrong, and the status for it; everything else is 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is no request, with the headers of every answer, and ends the connection. */
function answerBroken(socket: Socket, status: number): void {
  const body = STATUS_CODES[status] ?? "";
  const requestId = acceptRequestId(undefined);
  const headers = {
    ...commonHeaders,
    "X-Request-Id": requestId,
    "Content-Type": "text/plain",
    "Content-Length": String(body.length),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${body}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  log.info({ request_id: requestId, status, ms: 0 }, "request");
}

/** Answers what reaches a server without becoming a request of it: lines that are none, headers without end, tunnels. */
export function handleClientErrors(server: Server): void {
  const underWay = new WeakMap<Socket, ServerResponse>();
  server.prependListener("request", ({ socket }, response) => void underWay.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const response = underWay.get(socket);
    // In the midst of an answer, or with nobody left to hear one.
    const isAnswering = response?.headersSent === true && !response.writableEnded;
    if (!socket.writable || isAnswering || error.code === "ECONNRESET") socket.destroy();
    else answerBroken(socket, STATUSES[error.code ?? ""] ?? 400);
  });
  server.on("connect", (_, stream) => {
    const socket = stream as Socket;
    socket.on("error", () => socket.destroy());
    answerBroken(socket, 405);
  });
}
