// The embedded backend's process. Configured by its environment, ended by SIGTERM; says `ready` to its parent when it
// answers. Run it through `npm start`, which supervises it.
import { accessSync, constants, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname, resolve } from "node:path";
import { createRequest } from "@remix-run/node-fetch-server";
import { parseVariables } from "../../app/lib/config/variables.ts";
import { openBackend } from "./backend.ts";
import { embeddedSchema } from "./env.ts";
import { IDENTITY_PROVIDER_PATH } from "./identity-provider.ts";
import { KeysError } from "./keys.ts";
import { DirectoryInUseError } from "./lock.ts";
import { OlderDataError } from "./older-data.ts";
import { PostgresError } from "./postgres.ts";
import { verifySecretsAtOnce } from "./verifying.ts";

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

/** @param what words for a person, or an error nobody expected */
function fail(what: unknown): never {
  printError(what);
  process.exit(1);
}

/** What a data directory that is not ours to use is answered with, and SQLite's own number for that. */
const REFUSALS = new Set<unknown>(["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTDIR"]);
const CANNOT_OPEN = 14;
/** SQLite's number for a full disk. */
const IS_FULL = 13;

/** Why a folder can't be made: of one below a folder that can't be written to, the system says that it is not there. */
function whyNotMade(directory: string, message: string): string {
  const parent = dirname(directory);
  if (!existsSync(parent)) return parent === directory ? message : whyNotMade(parent, message);
  try {
    accessSync(parent, constants.W_OK);
    return message;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Errors that say themselves what is wrong, and what to do. */
const IN_WORDS = [DirectoryInUseError, KeysError, OlderDataError, PostgresError];

/** Why the backend can't start, in words; undefined when nobody expected it. */
function wordsFor(error: unknown): string | undefined {
  if (IN_WORDS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, errcode, syscall, message } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === "ENOSPC" || errcode === IS_FULL) return `There is no space left on the disk of ${env.DATA_DIR}.`;
  const isNotMade = code === "ENOENT" && syscall === "mkdir";
  if (!REFUSALS.has(code) && errcode !== CANNOT_OPEN && !isNotMade) return undefined;
  const reason = isNotMade ? whyNotMade(resolve(env.DATA_DIR), message) : message;
  return (
    `The data directory ${env.DATA_DIR} can't be used: ${reason}. It must be a folder that belongs, with all in it, ` +
    "to whoever starts this. Set DATA_DIR to another one."
  );
}

function configure() {
  try {
    return parseVariables(embeddedSchema, process.env);
  } catch (error) {
    fail((error as Error).message);
  }
}

verifySecretsAtOnce();

const env = configure();
const port = env.SUPABASE_PORT;

async function open() {
  try {
    // A new start repairs what a server that died has left behind.
    return await openBackend(env, () => fail("Postgres has ended."));
  } catch (error) {
    fail(wordsFor(error) ?? error);
  }
}

// The parent may be gone before there is anything to stop; Postgres ends by itself then (postgres.ts).
const abandon = () => process.exit(1);
process.once("disconnect", abandon);
const backend = await open();
process.removeListener("disconnect", abandon);

// Of whatever nobody has thought of: a new start answers again.
process.on("uncaughtException", ({ name, message }) => fail(`The embedded backend: ${name}: ${message}`));

let isStopping = false;

/** What was asked; undefined for a method or a host that no request of the platform has. */
function requestOf(asked: IncomingMessage, response: ServerResponse): Request | undefined {
  try {
    return createRequest(asked, response);
  } catch {
    return undefined;
  }
}

/** Answers whole, in one piece: answers are small, and each piece of one wakes whoever asked. */
async function answer(request: Request, response: ServerResponse): Promise<void> {
  const answered = await backend.fetch(request);
  const body = Buffer.from(await answered.arrayBuffer());
  if (answered.body) response.setHeader("Content-Length", body.length);
  // Who keeps the connection would be waited for.
  if (isStopping) response.setHeader("Connection", "close");
  response.setHeaders(answered.headers).writeHead(answered.status).end(body);
}

const server = createServer((asked, response) => {
  const host = asked.headers.host ?? "";
  // A page elsewhere whose name was pointed at this machine must not read the mailbox.
  const isOurs = URL.canParse(`http://${host}`) && LOOPBACK_HOSTS.has(new URL(`http://${host}`).hostname);
  if (!isOurs) return void response.writeHead(421).end("Misdirected request");
  if (asked.url?.startsWith(`${IDENTITY_PROVIDER_PATH}/`)) return backend.identityProvider.handle(asked, response);
  // `*`, or an address of its own: no client of ours asks so.
  const request = asked.url?.startsWith("/") ? requestOf(asked, response) : undefined;
  if (!request) return void response.writeHead(400).end("Bad request");
  answer(request, response).catch((error: unknown) => {
    // Who asked may have left meanwhile, and then this is nobody's error. Its words may quote a row; its name may not.
    if (response.destroyed) return;
    printError(`${request.method} ${new URL(request.url).pathname}: ${(error as Error).name}`);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  });
});

server.on("error", (error) => {
  fail(
    "code" in error && error.code === "EADDRINUSE"
      ? `Port ${port} is taken. Set SUPABASE_PORT to a free one.`
      : `It can't listen at SUPABASE_HOST: ${error.message}`,
  );
});

server.listen(port, env.SUPABASE_HOST, announce);

function stop(): void {
  if (isStopping) return;
  isStopping = true;
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

// More than once, as when a group of processes is told, and its parent tells it as well: it has begun to end.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
// The parent is gone, however it went: a backend nobody supervises must not keep the data directory.
process.once("disconnect", stop);
