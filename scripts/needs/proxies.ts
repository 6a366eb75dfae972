import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isInstalled, succeeds } from "./commands.ts";

/** What tests put before a service: how it is asked for its version, and where Debian's package has it. */
const PROXIES = {
  /** The gateway of compose.yaml. */
  caddy: { ask: "version", path: "usr/bin/caddy" },
  /** What stands before the site, as ops/nginx.conf sets it up. */
  nginx: { ask: "-v", path: "usr/sbin/nginx" },
} as const;

type Proxy = keyof typeof PROXIES;

/** Where Debian's packages are unpacked when the machine has none: nothing is installed, and no service begins. */
const DIRECTORY = join(import.meta.dirname, "../../node_modules/.cache");

/** The command of a proxy, whether or not this machine has it installed; undefined where there is none. */
function findProxy(name: Proxy): string | undefined {
  const { ask, path } = PROXIES[name];
  const unpacked = join(DIRECTORY, name, path);
  return [name, `/${path}`, unpacked].find((command) => isInstalled(command, ask));
}

function ensureProxy(name: Proxy): void {
  const directory = join(DIRECTORY, name);
  if (findProxy(name) !== undefined) return;
  mkdirSync(directory, { recursive: true });
  const download = () => succeeds("apt-get", ["download", name], directory);
  const isRoot = process.getuid?.() === 0;
  if (!download() && !(isRoot && succeeds("apt-get", ["update"]) && download())) return;
  const file = readdirSync(directory).find((each) => each.endsWith(".deb"));
  if (file) succeeds("dpkg-deb", ["--extract", file, "."], directory);
}

/** Gets Caddy and nginx where there are none: Debian's packages, unpacked below node_modules. Without one its tests are left out. */
export function ensureProxies(): void {
  for (const name of Object.keys(PROXIES) as Proxy[]) ensureProxy(name);
}

/** A proxy's command; undefined where there is none. */
export function proxyCommand(name: Proxy): string | undefined {
  const command = findProxy(name);
  if (command === undefined) console.warn(`Left out: install ${name} to try what stands behind it.`);
  return command;
}
