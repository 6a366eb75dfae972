// What of a build browsers can ask for: React Router makes a script of every page, and most pages load none.
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";

const ASSETS = "build/client/assets";
const HYDRATING = /^export const handle = \{.*\bhydrate: true\b/m;

type Manifest = { entry: object; routes: Record<string, object> };

/** What the build knows of its routes, and the scripts of each. */
function readManifest(): Manifest {
  const [path, ...more] = globSync(`${ASSETS}/manifest-*.js`);
  if (path === undefined || more.length > 0) throw new Error(`${ASSETS}: there should be one manifest`);
  return JSON.parse(readFileSync(path, "utf8").replace(/^[^{]*|;\s*$/g, "")) as Manifest;
}

/** Does this route have React take its page over? */
function isHydrating(id: string): boolean {
  return globSync(`app/${id}.{ts,tsx}`).some((path) => HYDRATING.test(readFileSync(path, "utf8")));
}

/**
 * Deletes the scripts that no page can reach: only those of the entry, of the root, and of the routes that hydrate are
 * loaded, with whatever those name. No page loads the manifest either, which every page that hydrates has in it.
 */
export function deleteUnreachable(): void {
  const { entry, routes } = readManifest();
  const loaded = Object.entries(routes).filter(([id]) => id === "root" || isHydrating(id));
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
