import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { commonHeaders } from "../app/lib/http/headers.server.ts";
import { keepFile, type CachedResponse } from "./cached-response.ts";

/** What a build is made of. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".pdf": "application/pdf",
  ".png": "image/png",
};

/** Files that the build has put beside those it has compressed (scripts/build). */
const COMPRESSED = new Set([".br", ".gz"]);

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** A file whose name holds a digest of it never changes; another is asked for again after an hour. */
function cacheControlOf(path: string): string {
  return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

/**
 * Reads the files of the build, some one megabyte, into memory: no request opens a file, so that none can fail, and a
 * page that is still open keeps its files when a newer build takes their place.
 *
 * @param directory what the build gives to browsers
 * @returns each file under its path
 * @throws Error for a kind of file that has no type here
 */
export function readFiles(directory: string): Map<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith(".") || COMPRESSED.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    if (!type) throw new Error(`${file}: what type is that? Add it to server/files.ts`);
    const path = `/${relative(directory, file).replaceAll("\\", "/")}`;
    const headers = new Headers({ ...commonHeaders, "Content-Type": type, "Cache-Control": cacheControlOf(path) });
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
    files.set(path, keepFile(headers, readFileSync(file), { ...(br && { br }), ...(gzip && { gzip }) }));
  }
  // Whoever asks for an icon without reading the page asks for this one, and had a whole page that says there is none.
  const icon = files.get("/favicon.svg");
  if (icon) files.set("/favicon.ico", icon);
  return files;
}
