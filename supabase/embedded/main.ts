// The embedded backend's process. Configured by its environment, ended by SIGTERM; says `ready` to its parent when it
// answers. Run it through `npm start`, which supervises it.
import { createServer } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { openBackend, type Backend } from "./backend.ts";
import { IDENTITY_PROVIDER_PATH } from "./identity-provider.ts";
import { DirectoryInUseError } from "./lock.ts";

const HOST = "127.0.0.1";
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

// @supabase/lite prints each Postgres error with its parameters, which are people's names and addresses.
const printError = console.error;
console.error = (...parts: unknown[]) => {
  const ours = parts.filter((part) => typeof part === "string" && part.startsWith("sync-crm:"));
  if (ours.length > 0) printError(...ours);
};

// The identity provider tells developers at length that it keeps everything in memory. Here it should.
console.info = console.warn = () => {};

const port = Number(process.env["SUPABASE_PORT"] ?? 54321);

async function open(): Promise<Backend> {
  try {
    return await openBackend({
      dataDirectory: process.env["DATA_DIR"] ?? ".data",
      url: `http://${HOST}:${port}`,
      siteUrl: process.env["APP_URL"] ?? "http://localhost:3000",
      seedDemo: process.env["SEED_DEMO"] !== "0",
      externalProviders: (process.env["EXTERNAL_PROVIDERS"] ?? "google,linkedin_oidc").split(","),
      webhookUrl: process.env["CRM_WEBHOOK_URL"] || undefined,
      webhookSecret: process.env["CRM_WEBHOOK_SECRET"] || undefined,
    });
  } catch (error) {
    printError(error instanceof DirectoryInUseError ? error.message : error);
    process.exit(1);
  }
}

const backend = await open();

const listener = createRequestListener((request) => backend.fetch(request));

const server = createServer((request, response) => {
  const host = request.headers.host ?? "";
  // A page elsewhere whose name was pointed at this machine must not read the mailbox.
  const isOurs = URL.canParse(`http://${host}`) && LOOPBACK_HOSTS.has(new URL(`http://${host}`).hostname);
  if (!isOurs) response.writeHead(421).end("Misdirected request");
  else if (request.url?.startsWith(`${IDENTITY_PROVIDER_PATH}/`)) backend.identityProvider.handle(request, response);
  else void listener(request, response);
});

server.on("error", (error) => {
  printError(
    "code" in error && error.code === "EADDRINUSE" ? `Port ${port} is taken. Set SUPABASE_PORT to a free one.` : error,
  );
  process.exit(1);
});

server.listen(port, HOST, () => process.send?.("ready"));

function stop(): void {
  server.close(() => void backend.close().then(() => process.exit(0)));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 5000).unref();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// The parent is gone, however it went: a backend nobody supervises must not keep the data directory.
process.once("disconnect", stop);
