// What the self-hosted runtime starts: it hands each request to the function of its path, with the variables it needs.
declare const Deno: {
  env: { toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): void;
};
declare const EdgeRuntime: {
  userWorkers: {
    create(options: Record<string, unknown>): Promise<{ fetch(request: Request): Promise<Response> }>;
  };
};

const FUNCTIONS = "/home/deno/functions";
const KNOWN = new Set(["sync-crm", "deliver-mail"]);
/**
 * How long a call may take, in milliseconds: more than the longest, of five rounds of at most 20 s (claim 5 s, CRM or mail
 * server 10 s, settle 5 s). A scheduled run begins none after 50 s.
 */
const LONGEST_CALL = 240_000;

Deno.serve(async (request) => {
  const name = new URL(request.url).pathname.split("/")[1] ?? "";
  if (name === "health") return Response.json({ status: "up" });
  if (!KNOWN.has(name)) return Response.json({ message: "Function not found" }, { status: 404 });
  const worker = await EdgeRuntime.userWorkers.create({
    servicePath: `${FUNCTIONS}/${name}`,
    importMapPath: `${FUNCTIONS}/${name}/deno.json`,
    memoryLimitMb: 128,
    workerTimeoutMs: LONGEST_CALL,
    envVars: Object.entries(Deno.env.toObject()),
  });
  return worker.fetch(request);
});

export {};
