import { env } from "./env.server.ts";

const expected = new URL(env.APP_URL);

/** The host as addresses write it: in small letters, without the port that its scheme means anyway. */
function normalize(host: string): string | undefined {
  const address = `${expected.protocol}//${host}`;
  return /[/?#@\\\s]/.test(host) || !URL.canParse(address) ? undefined : new URL(address).host;
}

/** Is this a host that a request can be for at all? */
export function isHost(host: string): boolean {
  return normalize(host) !== undefined;
}

/** Is the requested host ours? Without a public origin every host is; the app then believes what it is asked for. */
export function isOurHost(host: string | null | undefined): boolean {
  return !env.hasPublicOrigin || normalize(host ?? "") === expected.host;
}
