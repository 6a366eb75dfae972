import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { toolPath } from "../../../../scripts/needs/tools.ts";
import { waitForServer, end, freePort } from "../processes.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/** Deno's command; undefined where there is none for this platform. */
export const deno = toolPath("deno");

/** Where it stands what the packages of a function must be, byte by byte. */
export function lockOf(name: string): string {
  return join(ROOT, "tests/functions", `${name}.lock`);
}

let environment: NodeJS.ProcessEnv | undefined;

/** Packages come from where npm gets them, and are kept with the tests' other tools. */
function denoEnvironment(): NodeJS.ProcessEnv {
  const registry = () => spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
  return (environment ??= {
    ...process.env,
    NPM_CONFIG_REGISTRY: registry(),
    DENO_DIR: join(ROOT, "tests/tools/node_modules/.cache/deno"),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  });
}

/** What Supabase gets of an entry: its folder, and the one that functions share. The project around has other packages. */
function deploy(entry: string, place: string): { directory: string; remove: () => void } {
  const source = join(ROOT, dirname(entry));
  for (const name of [basename(source), "_shared"].filter((each) => existsSync(join(source, "..", each)))) {
    cpSync(join(source, "..", name), join(place, name), { recursive: true });
  }
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { directory: join(place, basename(source)), remove };
}

function lockOptions(entry: string): string[] {
  const lock = lockOf(basename(dirname(entry)));
  return existsSync(lock) ? [`--lock=${lock}`, "--frozen"] : ["--no-lock"];
}

/** Has Deno check an entry with everything it imports. @param entry its path from the root of the project */
export function checkEntry(entry: string): { status: number | null; output: string } {
  // Always in one place of this copy of the project: Deno keeps by path and words what it has found right.
  const place = createHash("sha256").update(join(ROOT, entry)).digest("hex").slice(0, 16);
  const { directory, remove } = deploy(entry, join(tmpdir(), `function-${place}`));
  const { status, stdout, stderr } = spawnSync(deno!, ["check", ...lockOptions(entry), "index.ts"], {
    cwd: directory,
    encoding: "utf8",
    env: denoEnvironment(),
  });
  remove();
  return { status, output: stdout + stderr };
}

/** A function's entry, served by Deno as Supabase would: it may read its variables and use the network, and nothing else. */
export class DenoFunction {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #remove: () => void;
  /** Everything it has printed. */
  log = "";

  private constructor(url: string, child: ChildProcess, remove: () => void) {
    this.url = url;
    this.#remove = remove;
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
  }

  /**
   * @param entry its path from the root of the project
   * @param preload the address of a module that is loaded before it
   */
  static async start(entry: string, variables: Record<string, string> = {}, preload?: string): Promise<DenoFunction> {
    const port = await freePort();
    const { directory, remove } = deploy(entry, mkdtempSync(join(tmpdir(), "function-")));
    const child = spawn(
      deno!,
      [
        ...["run", "--no-prompt", ...lockOptions(entry), "--allow-env", "--allow-net"],
        ...(preload === undefined ? [] : ["--preload", preload]),
        "index.ts",
      ],
      {
        cwd: directory,
        env: { ...denoEnvironment(), DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const served = new DenoFunction(`http://127.0.0.1:${port}`, child, remove);
    await waitForServer(served.url);
    return served;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await end(this.#process, signal);
    this.#remove();
  }
}
