// What of a build browsers can ask for: React Router makes a script of every page, and pages load none of them.
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Plugin } from "vite";

const ASSETS = "build/client/assets";
const SERVER = "build/server/index.js";
/** The scripts that pages do load, as the root imports them. */
const LOADED = /from "(\.\/enhance\/[^"]+\?worker&url)"/g;

/** What React Router puts behind the path of a route that a browser gets. */
const QUERY = /\?__react-router-build-client-route$/;

/** The scripts of all pages, as a module. */
function loadedScripts(): string {
  const names = [...readFileSync("app/root.tsx", "utf8").matchAll(LOADED)].map(([, name]) => resolve("app", name!));
  return names
    .map((name, index) => `import s${index} from ${JSON.stringify(name)}; console.log(s${index});`)
    .join("\n");
}

/** Has the browser's build hold what the root loads, and nothing of the pages. */
export function browserFiles(): Plugin {
  return {
    name: "browser-files",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: QUERY },
      handler: (_, id) =>
        `${resolve(id.replace(QUERY, "")) === resolve("app/root.tsx") ? loadedScripts() : ""}\nexport default undefined;`,
    },
  };
}

/** Deletes the scripts that no page can reach: all but those that the server's build puts into its pages. */
export function deleteUnreachable(): void {
  const server = readFileSync(SERVER, "utf8");
  const reached = new Set([...server.matchAll(/= "\/assets\/([^"]+)"/g)].map(([, name]) => name));
  for (const path of globSync(`${ASSETS}/*`)) if (!reached.has(basename(path))) rmSync(path);
}
