import { fork, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";
import { loadKeys, type Keys } from "../supabase/embedded/keys.ts";

const ENTRY = join(import.meta.dirname, "../supabase/embedded/main.ts");
/** Waits between restarts, in milliseconds: the first, and the longest. */
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5_000;

export type SupervisedBackend = {
  url: string;
  keys: Keys;
  dataDirectory: string;
  /** From now on an end of the backend is no accident: it is not started again. */
  letGo: () => void;
  stop: () => void;
};

function start(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(ENTRY, { env: environment, execArgv: ["--disable-warning=ExperimentalWarning"] });
  return new Promise((resolveStart, reject) => {
    child.once("message", () => resolveStart(child));
    child.once("exit", () => reject(new Error("The embedded backend did not start")));
  });
}

/**
 * Starts the embedded backend in a process of its own, and starts it again whenever it ends. Until it is back, the site
 * answers with its failure messages.
 *
 * @param variables the operator's environment
 * @param siteUrl where the links in the mails lead
 * @param say writes a line for the operator
 * @throws when the first start fails; the backend itself has said why
 */
export async function superviseBackend(
  variables: NodeJS.ProcessEnv,
  siteUrl: string,
  say: (line: string) => void,
): Promise<SupervisedBackend> {
  const dataDirectory = resolve(variables["DATA_DIR"] || ".data");
  const port = variables["SUPABASE_PORT"] || "54321";
  const environment = { ...variables, DATA_DIR: dataDirectory, SUPABASE_PORT: port, APP_URL: siteUrl };
  let isStopping = false;
  let child = await start(environment);

  function watch(): void {
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      say(`The embedded backend ended (${signal ?? code}); starting it again`);
      void restart(SHORTEST_WAIT);
    });
  }

  async function restart(wait: number): Promise<void> {
    await new Promise((done) => setTimeout(done, wait));
    if (isStopping) return;
    try {
      child = await start(environment);
      say("The embedded backend is back");
      watch();
    } catch {
      await restart(Math.min(wait * 2, LONGEST_WAIT));
    }
  }

  watch();
  return {
    url: `http://127.0.0.1:${port}`,
    keys: loadKeys(dataDirectory),
    dataDirectory,
    letGo() {
      isStopping = true;
    },
    stop() {
      isStopping = true;
      child.kill("SIGTERM");
    },
  };
}
