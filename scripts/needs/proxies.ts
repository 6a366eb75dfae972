import { isInstalled, unpackedPath, unpackPackages } from "./commands.ts";

/** What tests put before a service: how it is asked for its version, and where Debian's package has it. */
const PROXIES = {
  /** The gateway of compose.yaml. */
  caddy: { ask: "version", path: "usr/bin/caddy" },
  /** What stands before the site, as ops/nginx.conf sets it up. */
  nginx: { ask: "-v", path: "usr/sbin/nginx" },
} as const;

type Proxy = keyof typeof PROXIES;

/** The command of a proxy, whether or not this machine has it installed; undefined where there is none. */
function findProxy(name: Proxy): string | undefined {
  const { ask, path } = PROXIES[name];
  return [name, `/${path}`, unpackedPath(name, path)].find((command) => isInstalled(command, ask));
}

/** Gets Caddy and nginx where there are none: Debian's packages, unpacked below node_modules. Without one its tests are left out. */
export function ensureProxies(): void {
  for (const name of Object.keys(PROXIES) as Proxy[]) if (findProxy(name) === undefined) unpackPackages(name);
}

/** A proxy's command; undefined where there is none. */
export function proxyCommand(name: Proxy): string | undefined {
  const command = findProxy(name);
  if (command === undefined) console.warn(`Left out: install ${name} to try what stands behind it.`);
  return command;
}
