// The embedded backend's process. Configured by its environment, ended by SIGTERM; says `ready` to its parent when it
// answers. Run it through `npm start`, which supervises it.
import { createServer } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { parseVariables } from "../../app/lib/variables.ts";
import { openBackend, type Backend } from "./backend.ts";
import { embeddedSchema } from "./env.ts";
import { IDENTITY_PROVIDER_PATH } from "./identity-provider.ts";
import { DirectoryInUseError } from "./lock.ts";
import { PostgresError } from "./postgres.ts";

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** How lines of the functions and of the schedule begin. */
const OURS = /^(sync-crm|deliver-mail|schedule): /;

// @supabase/lite prints each Postgres error with its parameters, which are people's names and addresses.
const printError = console.error;
console.error = (...parts: unknown[]) => {
  const ours = parts.filter((part) => typeof part === "string" && OURS.test(part));
  if (ours.length > 0) printError(...ours);
};

// The identity provider tells developers at length that it keeps everything in memory. Here it should.
console.info = console.warn = () => {};

function fail(error: unknown, isExpected: boolean): never {
  printError(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
}

function configure() {
  try {
    return parseVariables(embeddedSchema, process.env);
  } catch (error) {
    fail(error, true);
  }
}

const env = configure();
const port = env.SUPABASE_PORT;

async function open(): Promise<Backend> {
  try {
    return await openBackend({
      dataDirectory: env.DATA_DIR,
      url: `http://127.0.0.1:${port}`,
      siteUrl: env.APP_URL,
      seedDemo: env.SEED_DEMO === "1",
      externalProviders: env.EXTERNAL_PROVIDERS.split(","),
      webhookUrl: env.CRM_WEBHOOK_URL,
      webhookSecret: env.CRM_WEBHOOK_SECRET,
      redeliverySeconds: env.REDELIVERY_SECONDS,
      retentionDays: env.RETENTION_DAYS,
      // A new start repairs what a server that died has left behind.
      onDatabaseEnd: () => fail(new PostgresError("Postgres has ended."), true),
    });
  } catch (error) {
    fail(error, error instanceof DirectoryInUseError || error instanceof PostgresError);
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

server.listen(port, env.SUPABASE_HOST, announce);

function stop(): void {
  server.close(() => void backend.close().then(() => process.exit(0)));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 5000).unref();
}

/** Says to the parent that all is ready; one that has gone meanwhile was not noticed yet. */
function announce(): void {
  process.send?.("ready", (error: Error | null) => {
    if (error) stop();
  });
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// The parent is gone, however it went: a backend nobody supervises must not keep the data directory.
process.once("disconnect", stop);
