// What of a build browsers can ask for: React Router makes a script of every page, and most pages load none.
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Plugin } from "vite";

const ASSETS = "build/client/assets";
/** A route that says so, on however many lines. */
const HYDRATING = /^export const handle\b[^;]*\bhydrate:\s*true\b/m;

type Manifest = { entry: object; routes: Record<string, object> };

/** What the build knows of its routes, and the scripts of each. */
function readManifest(): Manifest {
  const [path, ...more] = globSync(`${ASSETS}/manifest-*.js`);
  if (path === undefined || more.length > 0) throw new Error(`${ASSETS}: there should be one manifest`);
  return JSON.parse(readFileSync(path, "utf8").replace(/^[^{]*|;\s*$/g, "")) as Manifest;
}

/** Does a browser load this route: does it have React take its page over, or is it the root of such a page? @param path its module, as the platform writes it */
export function isLoaded(path: string): boolean {
  return resolve(path) === resolve("app/root.tsx") || HYDRATING.test(readFileSync(path, "utf8"));
}

/** What React Router puts behind the path of a route that a browser gets. */
const QUERY = /\?__react-router-build-client-route$/;

/**
 * Has the browser's build hold only routes that hydrate, and in two files: what is others' and seldom changes, and what is
 * ours. Each file more is a tag, a line of the page's manifest and a request.
 */
export function browserFiles(): Plugin {
  return {
    name: "browser-files",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              output: { codeSplitting: { groups: [{ name: "vendor", test: /node_modules/ }, { name: "app" }] } },
            },
          },
        },
      },
    }),
    transform: {
      filter: { id: QUERY },
      handler: (_, id) => (isLoaded(id.replace(QUERY, "")) ? undefined : "export default undefined;"),
    },
  };
}

/**
 * Deletes the scripts that no page can reach: only those of the entry, of the root, and of the routes that hydrate are
 * loaded, with whatever those name. No page loads the manifest either, which every page that hydrates has in it.
 */
export function deleteUnreachable(): void {
  const { entry, routes } = readManifest();
  const loaded = Object.entries(routes).filter(([id]) => globSync(`app/${id}.{ts,tsx}`).some(isLoaded));
  const names = globSync(`${ASSETS}/*`).map((path) => basename(path));
  const reached = new Set<string>();
  const follow = (text: string) => {
    for (const name of names) {
      if (reached.has(name) || !text.includes(name)) continue;
      reached.add(name);
      follow(readFileSync(`${ASSETS}/${name}`, "utf8"));
    }
  };
  follow(JSON.stringify([entry, loaded]));
  for (const name of names) if (!reached.has(name)) rmSync(`${ASSETS}/${name}`);
}
