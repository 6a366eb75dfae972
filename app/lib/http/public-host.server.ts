import { env } from "../config/env.server.ts";

const expected = new URL(env.APP_URL);

/** How the hosts that were asked for lately are written: each request is asked about its own, and reading one takes a while. */
const written = new Map<string, string | undefined>();
const MOST_WRITTEN = 100;
/** As long as a name can be, with its port. */
const LONGEST_WRITTEN = 260;

function write(host: string): string | undefined {
  const address = `${expected.protocol}//${host}`;
  return /[/?#@\\\s]/.test(host) || !URL.canParse(address) ? undefined : new URL(address).host;
}

/** The host as addresses write it: in small letters, without the port that its scheme means anyway. */
function normalize(host: string): string | undefined {
  if (written.has(host)) return written.get(host);
  const normal = write(host);
  if (written.size >= MOST_WRITTEN) written.clear();
  if (host.length <= LONGEST_WRITTEN) written.set(host, normal);
  return normal;
}

/** Is this a host that a request can be for at all? */
export function isHost(host: string): boolean {
  return normalize(host) !== undefined;
}

/** Is the requested host ours? Without a public origin every host is; the app then believes what it is asked for. */
export function isOurHost(host: string | null | undefined): boolean {
  return !env.hasPublicOrigin || normalize(host ?? "") === expected.host;
}
