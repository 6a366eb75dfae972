import { fork, type ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** Waits between restarts, in milliseconds: the first, and the longest. */
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5_000;

export type Supervised = {
  /** From now on its end is no accident: it is not started again. */
  letGo: () => void;
  /** Asks it to end. */
  stop: () => void;
  /** Settles when it has ended after it was let go, with its exit code. */
  ended: Promise<number>;
};

type Program = {
  /** What people call it: "The site". */
  name: string;
  entry: string;
  environment: NodeJS.ProcessEnv;
  execArgv: string[];
  /** In a session of its own: Ctrl+C at the terminal reaches its parent alone, which decides when it ends. */
  isApart?: boolean;
};

function start({ name, entry, environment, execArgv, isApart = false }: Program): Promise<ChildProcess> {
  const child = fork(entry, { env: environment, execArgv, detached: isApart && process.platform !== "win32" });
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("exit", () => reject(new Error(`${name} did not start`)));
  });
}

/**
 * Starts a program in a process of its own, and starts it again whenever it ends. It says that it is ready by a message
 * to its parent.
 *
 * @throws Error when the first start fails; the program itself has said why
 */
export async function supervise(program: Program): Promise<Supervised> {
  const { name } = program;
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<number>();
  let isStopping = false;
  let child = await start(program);

  function watch(): void {
    child.once("exit", (code, signal) => {
      if (isStopping) return resolveEnded(code ?? 0);
      console.error(`${name} ended (${signal ?? code}); starting it again`);
      void restart(SHORTEST_WAIT);
    });
  }

  async function restart(wait: number): Promise<void> {
    await delay(wait);
    if (isStopping) return resolveEnded(0);
    try {
      child = await start(program);
      console.error(`${name} is back`);
      watch();
      if (isStopping) child.kill("SIGTERM");
    } catch {
      await restart(Math.min(wait * 2, LONGEST_WAIT));
    }
  }

  watch();
  return {
    ended,
    letGo() {
      isStopping = true;
    },
    stop() {
      isStopping = true;
      child.kill("SIGTERM");
    },
  };
}
