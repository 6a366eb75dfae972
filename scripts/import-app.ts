import { runnerImport } from "vite";

/** A module of the app, whose imports only its build understands: by `~`, and without an ending. @param path from the root */
export async function importApp<Module>(path: string): Promise<Module> {
  return (await runnerImport<Module>(path, { resolve: { tsconfigPaths: true } })).module;
}
