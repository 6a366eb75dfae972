import { join } from "node:path";
import { createRequestHandler, RouterContextProvider, type createContext, type ServerBuild } from "react-router";

/** What the build's entry gives out for the server (app/entry.server): whom to count, and where to say what it knows. */
type Given = {
  findVerifiedUserId: (cookies: string | undefined) => string | undefined;
  isAnonymous: (cookies: string | undefined) => boolean;
  industryIn: (search: string) => string | undefined;
  clientAddressContext: ReturnType<typeof createContext<string | null>>;
  ownRequestContext: ReturnType<typeof createContext<boolean>>;
  refusalContext: ReturnType<typeof createContext<number | null>>;
  requiredSchema: string;
};

export type App = {
  /** Answers a request from an address. */
  answer: (request: Request, address: string) => Promise<Response>;
  /** The page that nobody in particular gets, to be kept; of a status with which requests are refused, if one is given. */
  render: (request: Request, refusal?: number) => Promise<Response>;
  /** Whose points a request uses up, by its Cookie header; undefined for whoever is counted by their address. */
  findVerifiedUserId: Given["findVerifiedUserId"];
  /** Does a request bring nothing along, by its Cookie header, that makes a page of its own of `anonymousPaths`? */
  isAnonymous: Given["isAnonymous"];
  /** The industry that a form's address names: its page then says so, and is no kept one. */
  industryIn: Given["industryIn"];
  /** The addresses of the pages that are the same for all strangers. */
  anonymousPaths: ReadonlySet<string>;
  /** The newest migration that it was built with, which the database must have. */
  requiredSchema: string;
  /** Of those without parameters the ones that may be kept: not what is made anew for each request. */
  keptPaths: ReadonlySet<string>;
  /** The addresses of its routes that have no parameters, and how the others begin. */
  paths: ReadonlySet<string>;
  prefixes: readonly string[];
};

type Handle = { isSameForAnonymous?: boolean; isMadeAnew?: boolean } | undefined;

/** A build's routes, by their addresses. The one that takes whatever is left is none. */
function routesOf(build: ServerBuild): { address: string; handle: Handle }[] {
  return Object.values(build.routes).flatMap((route) => {
    if (route === undefined || route.id === "root" || route.path === "*") return [];
    return [{ address: `/${route.path ?? ""}`, handle: route.module.handle as Handle }];
  });
}

/** From where on an address is anybody's: at a parameter, or what stands for all below it. */
const OPEN = /:|\*$/;

/** Loads the app from its build. */
export async function loadApp(buildDirectory: string): Promise<App> {
  const build = (await import(join(buildDirectory, "server/index.js"))) as ServerBuild;
  const given = build.entry.module as unknown as Given;
  const { clientAddressContext, ownRequestContext, refusalContext } = given;
  const handle = createRequestHandler(build, "production");
  const routes = routesOf(build);
  const addresses = routes.map(({ address }) => address);
  return {
    findVerifiedUserId: given.findVerifiedUserId,
    isAnonymous: given.isAnonymous,
    industryIn: given.industryIn,
    requiredSchema: given.requiredSchema,
    anonymousPaths: new Set(routes.filter(({ handle }) => handle?.isSameForAnonymous).map(({ address }) => address)),
    answer(request, address) {
      const context = new RouterContextProvider();
      context.set(clientAddressContext, address);
      return handle(request, context);
    },
    render(request, refusal) {
      const context = new RouterContextProvider();
      context.set(ownRequestContext, true);
      if (refusal !== undefined) context.set(refusalContext, refusal);
      return handle(request, context);
    },
    keptPaths: new Set(
      routes.filter(({ address, handle }) => !handle?.isMadeAnew && !OPEN.test(address)).map(({ address }) => address),
    ),
    paths: new Set(addresses.filter((address) => !OPEN.test(address))),
    prefixes: addresses.filter((address) => OPEN.test(address)).map((address) => address.split(OPEN)[0] ?? "/"),
  };
}

/** The path that a request for a route's data asks about: React Router's way to say so. */
const DATA = /\.data$/;
/** Longer than any path of the site, in any spelling: what is longer is not looked at. */
const LONGEST_PATH = 1_000;

/** A path without the slashes at its end. By index: a pattern for them takes time by the square of their number. */
function trimEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/**
 * Does the app have a page, in whatever spelling, at this path? It is asked for no other; nor for React Router's own list of
 * routes (`/__manifest`), which no page asks for and which takes long for a long address.
 */
export function isKnown({ paths, prefixes }: App, path: string): boolean {
  if (path.length > LONGEST_PATH) return false;
  let plain: string;
  try {
    plain = decodeURIComponent(path);
  } catch {
    return false;
  }
  // An escaped slash is no slash: React Router finds nothing there.
  if (/%2f/i.test(path)) return false;
  plain = trimEnd(plain.toLowerCase().replace(DATA, ""));
  return plain === "/_root" || paths.has(plain) || prefixes.some((start) => plain.startsWith(start));
}
