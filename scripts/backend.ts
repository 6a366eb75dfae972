import { join, resolve } from "node:path";
import { loadKeys, type Keys } from "../supabase/embedded/keys.ts";
import { supervise, type Supervised } from "./supervise.ts";

const ENTRY = join(import.meta.dirname, "../supabase/embedded/main.ts");

export type SupervisedBackend = Supervised & { url: string; keys: Keys; dataDirectory: string };

/**
 * Starts the embedded backend, and starts it again whenever it ends. Until it is back, the site answers with its failure
 * messages.
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
  const supervised = await supervise({
    name: "The embedded backend",
    entry: ENTRY,
    environment: { ...variables, DATA_DIR: dataDirectory, SUPABASE_PORT: port, APP_URL: siteUrl },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    isApart: true,
    say,
  });
  return { ...supervised, url: `http://127.0.0.1:${port}`, keys: loadKeys(dataDirectory), dataDirectory };
}
